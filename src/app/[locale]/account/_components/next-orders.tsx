'use client';

import { useState } from 'react';
import { ClosedBoxArt, OpenBoxArt } from '@/components/art/box';
import { Button, ButtonLink } from '@/components/button';
import { Baht, Contents, DayText } from '@/components/values';
import { addDays, type Day } from '@/domain/day';
import { useI18n, useLocale } from '@/locales/client';
import { contentsText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import type { RouterOutputs } from '@/trpc/react';
import { FreeNote } from './free-note';
import classes from './next-orders.module.css';
import { Upcoming } from './upcoming';
import { useSkip, type Order, type Skipping } from './use-skip';

type Product = RouterOutputs['catalogue']['products'][number];

interface NextOrdersProps {
  orders: readonly Order[];
  products: readonly Product[];
  today: Day;
}

/** What comes next, when, for how much, and what may still change about it; then the three orders in a row. */
export function NextOrders({ orders, products, today }: NextOrdersProps) {
  const t = useI18n();
  const locale = useLocale();
  const skipping = useSkip(orders);
  // The order stays in its place when it is skipped, so that it can be put back there and no second tap meets another.
  const [shownId] = useState(() => orders.find((order) => !order.skipped)?.orderId);
  const next = skipping.orders.find((order) => !order.skipped);
  const shown = skipping.orders.find((order) => order.orderId === shownId) ?? next;
  const last = skipping.orders.at(-1);
  return (
    <>
      {shown && <Hero order={shown} next={next} skipping={skipping} products={products} today={today} />}
      {!shown && last && (
        <section className={classes.hero} aria-labelledby="next-title">
          <div className={classes.picture}>
            <ClosedBoxArt />
          </div>
          <div className={classes.words}>
            <h2 id="next-title">{t('account.next.noneTitle')}</h2>
            <p>
              {t('account.next.allSkipped', { date: <DayText day={last.paymentDate} locale={locale} /> })}
            </p>
          </div>
        </section>
      )}
      <Upcoming skipping={skipping} products={products} today={today} />
    </>
  );
}

interface HeroProps {
  order: Order;
  /** What is paid next, if not this one. */
  next: Order | undefined;
  skipping: Skipping;
  products: readonly Product[];
  today: Day;
}

function Hero({ order, next, skipping, products, today }: HeroProps) {
  const t = useI18n();
  const locale = useLocale();
  const packed = packedInto(order);
  const contents = contentsText(packed, products, locale);
  const date = <DayText day={order.paymentDate} locale={locale} />;
  return (
    <section className={classes.hero} aria-labelledby="next-title" data-skipped={order.skipped || undefined}>
      <div className={classes.picture}>
        {order.skipped ? (
          <ClosedBoxArt />
        ) : (
          <OpenBoxArt items={packed} title={t('account.next.pictured', { contents })} />
        )}
      </div>
      <div className={classes.words}>
        <h2 id="next-title" className={classes.kicker}>
          {t(order.skipped ? 'account.next.skippedTitle' : 'account.next.title')}
        </h2>
        <p className={classes.date}>{date}</p>
        {order.skipped ? (
          <div className={classes.skipped}>
            <p>{t('account.next.skippedText', { date })}</p>
            {next && (
              <p>
                {t('account.next.thenNext', { date: <DayText day={next.paymentDate} locale={locale} /> })}
              </p>
            )}
          </div>
        ) : (
          <Facts order={order} products={products} />
        )}
        <FreeProduct order={order} products={products} />
        <Until order={order} today={today} />
        <Actions order={order} skipping={skipping} today={today} />
      </div>
    </section>
  );
}

/** What is in the box when it arrives: the free product too. */
function packedInto({ items, freeProduct }: Order): { productCode: string; quantity: number }[] {
  if (freeProduct === null) return items;
  const others = items.filter(({ productCode }) => productCode !== freeProduct);
  const same = items.find(({ productCode }) => productCode === freeProduct);
  return [...others, { productCode: freeProduct, quantity: (same?.quantity ?? 0) + 1 }];
}

function Facts({ order, products }: Pick<HeroProps, 'order' | 'products'>) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <>
      <dl className={classes.facts}>
        <div className={classes.fact}>
          <dt>{t('account.next.payOn')}</dt>
          <dd className={classes.total}>
            <Baht satang={order.total} locale={locale} />
          </dd>
        </div>
        {order.receiveBy && (
          <div className={classes.fact}>
            <dt>{t('account.next.receiveBy')}</dt>
            <dd>
              <DayText day={order.receiveBy} locale={locale} />
            </dd>
          </div>
        )}
      </dl>
      <div className={classes.contents}>
        <h3 className="visually-hidden">{t('account.next.contents')}</h3>
        <p>
          <Contents items={order.items} products={products} locale={locale} />
        </p>
      </div>
    </>
  );
}

function FreeProduct({ order, products }: Pick<HeroProps, 'order' | 'products'>) {
  const t = useI18n();
  const locale = useLocale();
  const free = products.find((product) => product.code === order.freeProduct);
  if (!free) return null;
  return (
    <div className={classes.free}>
      <p className={classes.freeName}>{t('account.next.freeProduct', { product: free.name[locale] })}</p>
      <p id="next-free">
        <FreeNote skipped={order.skipped} />
      </p>
    </div>
  );
}

/** What may still change about the order, and until when, by the server's date. */
function Until({ order, today }: Pick<HeroProps, 'order' | 'today'>) {
  const t = useI18n();
  const locale = useLocale();
  const isOpen = today <= order.canSkipUntil;
  const date = <DayText day={order.canSkipUntil} locale={locale} />;
  const change = <DayText day={addDays(order.paymentDate, -1)} locale={locale} />;
  return (
    <p className={classes.until} data-over={isOpen ? undefined : true}>
      {t(`account.next.${untilKey(order, isOpen)}`, { date, change })}
    </p>
  );
}

/** A change of the box leaves an order with a free product as it is, so nothing is promised about that one's. */
function untilKey({ skipped, freeProduct }: Order, isOpen: boolean) {
  if (skipped) return isOpen ? 'skippedUntil' : 'skippedOver';
  if (freeProduct) return isOpen ? 'onlySkipUntil' : 'onlySkipOver';
  return isOpen ? 'skipUntil' : 'skipOver';
}

function Actions({ order, skipping, today }: Pick<HeroProps, 'order' | 'skipping' | 'today'>) {
  const t = useI18n();
  const locale = useLocale();
  const busy = skipping.busyId === order.orderId;
  const label = order.skipped
    ? t(busy ? 'account.next.unskipping' : 'account.next.unskip')
    : t(busy ? 'account.next.skipping' : 'account.next.skip');
  return (
    <>
      <div className={classes.actions}>
        {today <= order.canSkipUntil && (
          <Button
            look="secondary"
            busy={busy}
            aria-describedby={order.freeProduct ? 'next-free' : undefined}
            onClick={() => void skipping.toggle(order)}
          >
            {label}
          </Button>
        )}
        <ButtonLink href={localePath(locale, '/account/subscription/box')} look="secondary">
          {t('account.next.changeBox')}
        </ButtonLink>
      </div>
      {skipping.problem?.orderId === order.orderId && (
        <p role="alert" className={classes.problem}>
          {skipping.problem.message}
        </p>
      )}
    </>
  );
}
