'use client';

import Link from 'next/link';
import { useState } from 'react';
import { ClosedBoxArt, OpenBoxArt } from '@/components/art/box';
import { Icon } from '@/components/art/icon';
import { ReservedText, unbroken } from '@/components/reserved-text';
import { Baht, Contents } from '@/components/values';
import { YearlessDay } from '@/components/yearless-day';
import { addDays, type Day } from '@/domain/day';
import { useI18n, useLocale } from '@/locales/client';
import { yearlessDayText } from '@/locales/calendar-format';
import { areaText, contentsText, nameText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { sheetPath } from '@/locales/sheet-path';
import type { RouterOutputs } from '@/trpc/outputs';
import { useBoard } from './board';
import { Hero, HeroFact, HeroFacts } from '@/components/hero';
import classes from '@/components/hero.module.css';
import { HowPaid } from './how-paid';
import { QuickActions } from './quick-actions';
import type { Order } from './use-skip';

type Home = RouterOutputs['account']['home'];
type Product = RouterOutputs['catalogue']['products'][number];

interface NextBoxProps {
  home: Home;
  products: readonly Product[];
  /** Whether no other payment stands against sending this box today. */
  canOrderNow: boolean;
}

/** Shows the next box: its date, how it is paid, where it goes, what is in it, and what can be changed. */
export function NextBox({ home, products, canOrderNow }: NextBoxProps) {
  const t = useI18n();
  const locale = useLocale();
  const { skipping, year } = useBoard();
  // The shown order stays the same after it is skipped. It can be restored there, and a second tap cannot
  // skip another order.
  const [shownId] = useState(() => skipping.orders.find((order) => !order.skipped)?.orderId);
  const next = skipping.orders.find((order) => !order.skipped);
  const order = skipping.orders.find((one) => one.orderId === shownId) ?? next;
  if (!order) {
    const later = year.find(({ state }) => state === 'planned');
    return (
      <Hero
        tone="quiet"
        eyebrow={t('account.next.allSkippedTitle')}
        title={later ? <YearlessDay day={later.paymentDate} locale={locale} /> : t('account.next.noneTitle')}
        lines={t('account.next.allSkipped')}
        art={<ClosedBoxArt />}
      />
    );
  }
  const { skipped } = order;
  const packed = packedInto(order);
  return (
    <Hero
      tone={skipped ? 'quiet' : 'next'}
      eyebrow={t(skipped ? 'account.next.skippedTitle' : 'account.next.title')}
      title={<Date order={order} />}
      lines={<Arrival key={String(skipped)} order={order} following={next} />}
      art={
        skipped ? (
          <ClosedBoxArt />
        ) : (
          <OpenBoxArt
            items={packed}
            title={t('account.next.pictured', { contents: contentsText(packed, products, locale) })}
          />
        )
      }
    >
      <HeroFacts>
        <HeroFact icon={<Icon of="card" />}>
          <p className="strong">
            {skipped ? t('account.next.skippedText') : <Baht satang={order.total} locale={locale} />}
          </p>
          <HowPaid home={home} />
        </HeroFact>
        <Destination order={order} home={home} />
        <HeroFact icon={<Icon of="box" />}>
          <Contents items={order.items} products={products} locale={locale} />
          {order.ownBox && <p className="muted small">{t('account.upcoming.ownBox')}</p>}
          <FreeProduct order={order} products={products} />
        </HeroFact>
      </HeroFacts>
      <QuickActions order={order} today={home.today} canOrderNow={canOrderNow} />
      <Until order={order} today={home.today} />
    </Hero>
  );
}

function Date({ order: { paymentDate, skipped } }: { order: Order }) {
  const locale = useLocale();
  const day = <YearlessDay day={paymentDate} locale={locale} />;
  return skipped ? <s>{day}</s> : day;
}

/** Returns the products in the box and their quantities, including the free product. */
function packedInto({ items, freeProduct }: Order): { productCode: string; quantity: number }[] {
  if (freeProduct === null) return items;
  const others = items.filter(({ productCode }) => productCode !== freeProduct);
  const same = items.find(({ productCode }) => productCode === freeProduct);
  return [...others, { productCode: freeProduct, quantity: (same?.quantity ?? 0) + 1 }];
}

/** Shows when the box arrives. For a skipped order, shows when the next payment is. */
function Arrival({ order, following }: { order: Order; following: Order | undefined }) {
  const t = useI18n();
  const locale = useLocale();
  const day = order.skipped ? following?.paymentDate : order.receiveBy;
  if (!day) return null;
  const date = <span className="number">{yearlessDayText(day, locale)}</span>;
  return <>{t(order.skipped ? 'account.next.thenNext' : 'account.next.arrives', { date })}</>;
}

function Destination({ order, home: { delivery } }: { order: Order; home: Home }) {
  const t = useI18n();
  const locale = useLocale();
  const place = order.ownAddress ?? delivery;
  if (!place) return null;
  return (
    <HeroFact icon={<Icon of="address" />}>
      <span className="row">
        <span>
          {t(order.ownAddress ? 'account.next.ownAddress' : 'account.next.address', {
            place: areaText(place),
          })}
        </span>
        {(order.canChangeAddress || order.skipped) && (
          <Link
            className={`tap ${classes.elsewhere}`}
            data-hidden={order.skipped || undefined}
            prefetch={false}
            scroll={false}
            href={localePath(locale, sheetPath('address', order.orderId))}
          >
            {t('account.next.sendElsewhere')}
          </Link>
        )}
      </span>
    </HeroFact>
  );
}

function FreeProduct({ order, products }: { order: Order; products: readonly Product[] }) {
  const t = useI18n();
  const locale = useLocale();
  const free = products.find((product) => product.code === order.freeProduct);
  if (!free) return null;
  return (
    <div className="note good small mt-2">
      <p className="strong">{t('account.next.freeProduct', { product: nameText(free, locale) })}</p>
      <p id="next-free">
        <FreeNote skipped={order.skipped} />
      </p>
    </div>
  );
}

/** Shows which changes of the order are possible and until when. @param today the server's date */
function Until({ order, today }: { order: Order; today: Day }) {
  const t = useI18n();
  const locale = useLocale();
  const isOpen = today <= order.canSkipUntil;
  const date = unbroken(yearlessDayText(order.canSkipUntil, locale));
  const change = unbroken(yearlessDayText(addDays(order.paymentDate, -1), locale));
  // Keeps the height of the text that follows a tap, so that nothing below moves.
  const text = textOf(order.skipped);
  return (
    <p className={`muted small ${classes.until}`}>
      <ReservedText other={isOpen ? textOf(!order.skipped) : ''}>{text}</ReservedText>
    </p>
  );

  function textOf(skipped: boolean): string {
    if (skipped) return t(`account.next.${isOpen ? 'skippedUntil' : 'skippedOver'}`, { date });
    // The box of an order with a free product cannot be changed.
    if (order.freeProduct !== null)
      return t(`account.next.${isOpen ? 'onlySkipUntil' : 'onlySkipOver'}`, { date });
    return t(`account.next.${isOpen ? 'skipUntil' : 'skipOver'}`, { date, change });
  }
}

/** Explains what happens to the free product of an order that is or may be skipped. */
function FreeNote({ skipped }: { skipped: boolean }) {
  const t = useI18n();
  const contact = <a href="#contact">{t('account.next.contact')}</a>;
  return <>{t(skipped ? 'account.next.freeSkipped' : 'account.next.freeNote', { contact })}</>;
}
