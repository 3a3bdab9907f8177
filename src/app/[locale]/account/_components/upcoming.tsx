'use client';

import Link from 'next/link';
import { Button } from '@/components/button';
import { OrderNumber } from '@/components/order-number';
import { ReservedText, unbroken } from '@/components/reserved-text';
import { Baht, Contents, DayText } from '@/components/values';
import type { Day } from '@/domain/day';
import { useI18n, useLocale } from '@/locales/client';
import { areaText, dayText, nameText, shortDayText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import type { RouterOutputs } from '@/trpc/outputs';
import { FreeNote } from './free-note';
import classes from './upcoming.module.css';
import { useSkip, type Order, type Skipping } from './use-skip';

type Product = RouterOutputs['catalogue']['products'][number];

interface EntryProps {
  order: Order;
  skipping: Skipping;
  products: readonly Product[];
  today: Day;
}

/** Lists the next three orders by date. Skipped orders stay in the list and can be restored. */
export function UpcomingOrders({
  orders,
  products,
  today,
}: {
  orders: readonly Order[];
  products: readonly Product[];
  today: Day;
}) {
  const t = useI18n();
  const skipping = useSkip(orders);
  return (
    <section className="mt-6" aria-labelledby="upcoming-title">
      <h2 id="upcoming-title" className="h2">
        {t('account.upcoming.title')}
      </h2>
      <ol className="mt-3">
        {skipping.orders.map((order) => (
          <Entry key={order.orderId} order={order} skipping={skipping} products={products} today={today} />
        ))}
      </ol>
    </section>
  );
}

/** One order in the list. It keeps its height when it is skipped or restored. */
export function Entry({ order, skipping, products, today }: EntryProps) {
  const t = useI18n();
  const locale = useLocale();
  const { skipped } = order;
  const date = dayText(order.paymentDate, locale);
  const free = products.find((product) => product.code === order.freeProduct);
  const isOpen = today <= order.canSkipUntil;
  const until = { date: unbroken(shortDayText(order.canSkipUntil, locale)) };
  return (
    <li className={classes.entry} data-skipped={skipped || undefined}>
      <div className="row">
        <span className={`strong ${classes.when}`}>
          <DayText day={order.paymentDate} locale={locale} /> <OrderNumber of={order} />
        </span>
        {skipped ? (
          <span className="tag">
            {t(order.paused ? 'account.upcoming.paused' : 'account.upcoming.skipped')}
          </span>
        ) : (
          <span className="medium">
            <Baht satang={order.total} locale={locale} />
          </span>
        )}
      </div>
      <p className={classes.contents}>
        <Contents items={order.items} products={products} locale={locale} />
      </p>
      {order.ownBox && (
        <p>
          <Link
            prefetch={false}
            className={`tap ${classes.move}`}
            href={localePath(locale, `/account/subscription/box?order=${order.orderId}`)}
          >
            {t('account.upcoming.ownBox')}{' '}
            <span className="visually-hidden">{t('account.upcoming.ofDate', { date })}</span>
          </Link>
        </p>
      )}
      {order.ownAddress && (
        <p>
          <Link
            prefetch={false}
            className={`tap ${classes.move}`}
            href={localePath(locale, `/account/subscription/address/${order.orderId}`)}
          >
            {t('account.upcoming.ownAddress', { place: areaText(order.ownAddress) })}{' '}
            <span className="visually-hidden">{t('account.upcoming.ofDate', { date })}</span>
          </Link>
        </p>
      )}
      {free && (
        <p className={`tag good ${classes.free}`}>
          {t('account.upcoming.free', { product: nameText(free, locale) })}
        </p>
      )}
      {free && (
        <p id={`entry-free-${order.orderId}`} className={`muted ${classes.muted}`}>
          <FreeNote skipped={skipped} />
        </p>
      )}
      {order.receiveBy && (
        <p className={`muted ${classes.muted}`} data-hidden={skipped || undefined}>
          {t('account.upcoming.arrives', { date: plain(shortDayText(order.receiveBy, locale)) })}
        </p>
      )}
      <div className={`row ${classes.change}`}>
        <span className={`muted ${classes.muted}`}>
          <ReservedText other={t(`account.upcoming.${untilKey(!skipped, isOpen)}`, until)}>
            {t(`account.upcoming.${untilKey(skipped, isOpen)}`, until)}
          </ReservedText>
        </span>
        {isOpen && (
          <Link
            prefetch={false}
            className={`tap ${classes.move}`}
            data-hidden={skipped || undefined}
            href={localePath(locale, `/account/subscription/move/${order.orderId}`)}
          >
            {t('account.upcoming.move')}{' '}
            <span className="visually-hidden">{t('account.upcoming.ofDate', { date })}</span>
          </Link>
        )}
        {isOpen && (
          <Button
            look="quiet"
            busy={skipping.busyId === order.orderId}
            aria-describedby={free && `entry-free-${order.orderId}`}
            onClick={() => void (skipped ? skipping.unskip(order) : skipping.skip(order))}
          >
            <span>
              {t(skipped ? 'account.upcoming.unskip' : 'account.upcoming.skip')}{' '}
              <span className="visually-hidden">{t('account.upcoming.ofDate', { date })}</span>
            </span>
          </Button>
        )}
      </div>
      {skipping.problem?.orderId === order.orderId && (
        <p role="alert" className="note bad medium">
          {skipping.problem.message}
        </p>
      )}
    </li>
  );
}

function untilKey(skipped: boolean, isOpen: boolean) {
  if (skipped) return isOpen ? ('unskipUntil' as const) : ('unskipOver' as const);
  return isOpen ? ('skipUntil' as const) : ('skipOver' as const);
}

/** Shows a date without a `<time>` element. Only the payment date of an order has that element here. */
function plain(text: string) {
  return <span className="number">{text}</span>;
}
