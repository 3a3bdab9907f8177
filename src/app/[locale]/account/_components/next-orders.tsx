'use client';

import { useState } from 'react';
import { ClosedBoxArt } from '@/components/art/box';
import { DayText } from '@/components/values';
import type { Day } from '@/domain/day';
import { useI18n, useLocale } from '@/locales/client';
import type { RouterOutputs } from '@/trpc/outputs';
import { NextOrder } from './next-order';
import classes from './next-orders.module.css';
import { Entry } from './upcoming';
import { useSkip, type Order } from './use-skip';

interface NextOrdersProps {
  orders: readonly Order[];
  products: readonly RouterOutputs['catalogue']['products'][number][];
  today: Day;
  /** The latest delivery day of the first box after the pause; undefined without a pause. */
  receiveBy: Day | undefined;
  /** Whether no other payment stands against sending the next order today. */
  canOrderNow: boolean;
}

/** Lists the next three orders by date. Shows the next one that is not skipped with its contents and actions. */
export function NextOrders({ orders, products, today, receiveBy, canOrderNow }: NextOrdersProps) {
  const t = useI18n();
  const locale = useLocale();
  const skipping = useSkip(orders);
  // The shown order stays the same after it is skipped. It can be restored there, and a second tap cannot
  // skip another order.
  const [shownId] = useState(() => orders.find((order) => !order.skipped)?.orderId);
  const next = skipping.orders.find((order) => !order.skipped);
  const shown = skipping.orders.find((order) => order.orderId === shownId) ?? next;
  const last = skipping.orders.at(-1);
  const shared = { skipping, products, today };
  return (
    <section aria-labelledby="upcoming-title">
      <h2 id="upcoming-title" className="visually-hidden">
        {t('account.upcoming.title')}
      </h2>
      {!shown && last && (
        <div className={`surface ${classes.next}`}>
          <div className={`picture ${classes.picture}`}>
            <ClosedBoxArt />
          </div>
          <h3 className={`${classes.top} ${classes.title}`}>
            {receiveBy
              ? t('account.next.afterPause', { date: <DayText day={receiveBy} locale={locale} /> })
              : t('account.next.allSkippedTitle')}
          </h3>
          <p className={classes.rest}>
            {t('account.next.allSkipped', {
              date: <DayText day={last.paymentDate} locale={locale} />,
            })}
          </p>
        </div>
      )}
      <ol className="mt-3">
        {skipping.orders.map((order) =>
          order.orderId === shown?.orderId ? (
            <li key={order.orderId} className={classes.place}>
              <NextOrder order={order} following={next} canOrderNow={canOrderNow} {...shared} />
            </li>
          ) : (
            <Entry key={order.orderId} order={order} {...shared} />
          ),
        )}
      </ol>
    </section>
  );
}
