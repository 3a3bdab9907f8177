'use client';

import { useState } from 'react';
import { ClosedBoxArt, OpenBoxArt } from '@/components/art/box';
import { Button, ButtonLink } from '@/components/button';
import { Baht, Contents, DayText } from '@/components/values';
import { addDays, type Day } from '@/domain/day';
import { useI18n, useLocale } from '@/locales/client';
import { contentsText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import type { RouterOutputs } from '@/trpc/outputs';
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

/** Shows the next order with its date, price and possible changes. Below it, lists the next three orders. */
export function NextOrders({ orders, products, today }: NextOrdersProps) {
  const t = useI18n();
  const locale = useLocale();
  const skipping = useSkip(orders);
  // The shown order stays the same after it is skipped. It can be restored there, and a second tap cannot
  // skip another order.
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
  /** The next order that is not skipped, if it is not the shown order. */
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

/** Returns the products in the box and their quantities, including the free product. */
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

/** Shows which changes of the order are possible and until when. @param today the server's date */
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

/**
 * Returns the key of the sentence about possible changes. The box of an order with a free product cannot be
 * changed.
 */
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
