'use client';

import Link from 'next/link';
import { ClosedBoxArt, OpenBoxArt } from '@/components/art/box';
import { Button, ButtonLink } from '@/components/button';
import { ReservedText, unbroken } from '@/components/reserved-text';
import { Baht, Contents, DayText } from '@/components/values';
import { addDays, type Day } from '@/domain/day';
import { useI18n, useLocale } from '@/locales/client';
import { areaText, contentsText, dayText, nameText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import type { RouterOutputs } from '@/trpc/outputs';
import { FreeNote } from './free-note';
import classes from './next-orders.module.css';
import type { Order, Skipping } from './use-skip';

interface NextOrderProps {
  order: Order;
  /** The next order that is not skipped. It is another order if this one was just skipped. */
  following: Order | undefined;
  skipping: Skipping;
  products: readonly RouterOutputs['catalogue']['products'][number][];
  today: Day;
  /** Whether no other payment stands against sending this order today. */
  canOrderNow: boolean;
}

/**
 * Shows the next order with its date, total and possible changes. Keeps its height and the place of its
 * button when the order is skipped.
 */
export function NextOrder({ order, following, skipping, products, today, canOrderNow }: NextOrderProps) {
  const t = useI18n();
  const locale = useLocale();
  const { skipped } = order;
  const packed = packedInto(order);
  return (
    <section
      className={`surface ${classes.next}`}
      aria-labelledby="next-title"
      data-skipped={skipped || undefined}
    >
      <div className={`picture ${classes.picture}`}>
        {skipped ? (
          <ClosedBoxArt />
        ) : (
          <OpenBoxArt
            items={packed}
            title={t('account.next.pictured', { contents: contentsText(packed, products, locale) })}
          />
        )}
      </div>
      <div className={classes.top}>
        <h3 id="next-title" className={classes.kicker}>
          {t(skipped ? 'account.next.skippedTitle' : 'account.next.title')}
        </h3>
        <p className={`h2 ${classes.date}`}>
          <DayText day={order.paymentDate} locale={locale} />
        </p>
        <p className="h3">
          {skipped ? (
            <span className="tag">{t('account.upcoming.skipped')}</span>
          ) : (
            <Baht satang={order.total} locale={locale} />
          )}
        </p>
        <Arrival order={order} following={following} />
      </div>
      <div className={classes.rest}>
        <Actions order={order} skipping={skipping} today={today} canOrderNow={canOrderNow} />
        <Until order={order} today={today} />
        <p className="mt-2">
          <Contents items={order.items} products={products} locale={locale} />
        </p>
        {order.ownBox && <p className="muted small">{t('account.upcoming.ownBox')}</p>}
        <FreeProduct order={order} products={products} />
      </div>
    </section>
  );
}

/** Returns the page that changes the box. For an order with its own contents, the page starts with these. */
function boxPath({ ownBox, orderId }: Order): string {
  return `/account/subscription/box${ownBox ? `?order=${orderId}` : ''}`;
}

/** Returns the products in the box and their quantities, including the free product. */
function packedInto({ items, freeProduct }: Order): { productCode: string; quantity: number }[] {
  if (freeProduct === null) return items;
  const others = items.filter(({ productCode }) => productCode !== freeProduct);
  const same = items.find(({ productCode }) => productCode === freeProduct);
  return [...others, { productCode: freeProduct, quantity: (same?.quantity ?? 0) + 1 }];
}

/** Shows when the box arrives. For a skipped order, shows when the next payment is. */
function Arrival({ order, following }: Pick<NextOrderProps, 'order' | 'following'>) {
  const t = useI18n();
  const locale = useLocale();
  const arrives = order.receiveBy
    ? t('account.upcoming.arrives', { date: unbroken(dayText(order.receiveBy, locale)) })
    : '';
  const later = following
    ? t('account.next.thenNext', { date: unbroken(dayText(following.paymentDate, locale)) })
    : '';
  return (
    <p className="muted small">
      <ReservedText other={order.skipped ? arrives : later}>{order.skipped ? later : arrives}</ReservedText>
    </p>
  );
}

function FreeProduct({ order, products }: Pick<NextOrderProps, 'order' | 'products'>) {
  const t = useI18n();
  const locale = useLocale();
  const free = products.find((product) => product.code === order.freeProduct);
  if (!free) return null;
  return (
    <div className="note info small mt-3">
      <p className="strong">{t('account.next.freeProduct', { product: nameText(free, locale) })}</p>
      <p id="next-free">
        <FreeNote skipped={order.skipped} />
      </p>
    </div>
  );
}

/** Shows which changes of the order are possible and until when. @param today the server's date */
function Until({ order, today }: Pick<NextOrderProps, 'order' | 'today'>) {
  const t = useI18n();
  const locale = useLocale();
  const isOpen = today <= order.canSkipUntil;
  const date = unbroken(dayText(order.canSkipUntil, locale));
  const change = unbroken(dayText(addDays(order.paymentDate, -1), locale));
  const free = order.freeProduct !== null;
  // The box of an order with a free product cannot be changed.
  const planned = free
    ? t(`account.next.${isOpen ? 'onlySkipUntil' : 'onlySkipOver'}`, { date })
    : t(`account.next.${isOpen ? 'skipUntil' : 'skipOver'}`, { date, change });
  const skipped = [
    t('account.next.skippedText'),
    t(`account.next.${isOpen ? 'skippedUntil' : 'skippedOver'}`, { date }),
  ].join(' ');
  return (
    <p className={`note small mt-3 ${isOpen ? 'good' : 'waiting'}`}>
      <ReservedText other={otherText()}>{order.skipped ? skipped : planned}</ReservedText>
    </p>
  );

  /** After the last day for skipping, the text does not change. */
  function otherText(): string {
    if (!isOpen) return '';
    return order.skipped ? planned : skipped;
  }
}

function Actions({
  order,
  skipping,
  today,
  canOrderNow,
}: Pick<NextOrderProps, 'order' | 'skipping' | 'today' | 'canOrderNow'>) {
  const t = useI18n();
  const locale = useLocale();
  const busy = skipping.busyId === order.orderId;
  const [label, other] = order.skipped
    ? [t(busy ? 'account.next.unskipping' : 'account.next.unskip'), t('account.next.skip')]
    : [t(busy ? 'account.next.skipping' : 'account.next.skip'), t('account.next.unskip')];
  return (
    <>
      <div className={`actions ${classes.actions}`}>
        {today <= order.canSkipUntil && (
          <Button
            look="secondary"
            busy={busy}
            aria-describedby={order.freeProduct ? 'next-free' : undefined}
            onClick={() => void (order.skipped ? skipping.unskip(order) : skipping.skip(order))}
          >
            <ReservedText other={other}>{label}</ReservedText>
          </Button>
        )}
        <ButtonLink href={localePath(locale, boxPath(order))} look="secondary">
          {t('account.next.changeBox')}
        </ButtonLink>
      </div>
      <p className={classes.move} data-hidden={order.skipped || undefined}>
        {today <= order.canSkipUntil && (
          <Link
            className="tap"
            prefetch={false}
            href={localePath(locale, `/account/subscription/move/${order.orderId}`)}
          >
            {t('account.next.move')}
          </Link>
        )}
        {canOrderNow && (
          <Link className="tap" prefetch={false} href={localePath(locale, '/account/subscription/order-now')}>
            {t('account.next.orderNow')}
          </Link>
        )}
        <Link
          className="tap"
          prefetch={false}
          href={localePath(locale, `/account/subscription/address/${order.orderId}`)}
        >
          {order.ownAddress
            ? t('account.upcoming.ownAddress', { place: areaText(order.ownAddress) })
            : t('account.next.sendElsewhere')}
        </Link>
      </p>
      {skipping.problem?.orderId === order.orderId && (
        <p role="alert" className="note bad medium mt-3">
          {skipping.problem.message}
        </p>
      )}
    </>
  );
}
