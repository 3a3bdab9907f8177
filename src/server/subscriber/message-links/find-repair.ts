import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { dayOf, type Day } from '@/domain/day';
import { OPEN_ATTEMPT_STATUSES } from '@/domain/payment';
import { repairState, type RepairState } from '@/domain/order-link';
import type { Db, Tx } from '../../db';
import { typedSql } from '../../db/query-rows';
import {
  accounts,
  cards,
  chargeAttempts,
  orderLinks,
  orders,
  payments,
  subscriptions,
} from '../../db/schema';
import { hashOfToken } from '../../lifecycle/order-links';
import { sqlList } from '../../db/sql-list';
import { NEXT_DATE } from './one-tap';

/** Whether a newer order of the subscription was begun. It replaced this order. */
const IS_NEWEST = typedSql(
  z.boolean(),
  sql`not exists (select 1 from orders n where n.subscription_id = ${orders.subscriptionId}
    and (n.payment_date, n.cycle_index) > (${orders.paymentDate}, ${orders.cycleIndex})
    and n.status in ('charging','awaiting_payment','unpaid','paid','refunded'))`,
);

/** Whether a payment of this order is booked. */
const IS_PAID = typedSql(
  z.boolean(),
  sql`exists (select 1 from money_received m where m.order_id = ${orders.id} and m.verdict = 'kept')`,
);

/** Whether a newer order is paid or being charged. */
const IS_REPLACED = typedSql(
  z.boolean(),
  sql`exists (select 1 from orders n where n.subscription_id = ${orders.subscriptionId}
    and (n.payment_date, n.cycle_index) > (${orders.paymentDate}, ${orders.cycleIndex}) and n.status in ('charging','awaiting_payment','paid'))`,
);

const attemptsMade = typedSql(
  z.number(),
  sql`(select count(*)::int from charge_attempts t where t.order_id = ${orders.id})`,
);

/** Why the newest charge of this order was declined; null if it was not. */
const REASON = typedSql(
  z.string().nullable(),
  sql`(select case when t.status in ('declined','expired') then t.reason end
    from charge_attempts t where t.order_id = ${orders.id} order by t.attempt_no desc limit 1)`,
);

/** Whether the subscriber has tried the default card for this order today. */
const wasTriedOn = (today: Day) =>
  typedSql(
    z.boolean(),
    sql`exists (select 1 from charge_attempts t where t.order_id = ${orders.id} and t.card_id = ${cards.id}
      and t.trigger = 'subscriber' and (t.created_at at time zone 'Asia/Bangkok')::date = ${today}::date)`,
  );

/** Returns the order of a repair link with the facts that decide what can be done, or null. */
export async function findRepair({ db, now }: { db: Db | Tx; now: Date }, token: string) {
  const [row] = await db
    .select({
      link: orderLinks,
      order: orders,
      payment: payments,
      subscription: subscriptions,
      locale: accounts.locale,
      /** The open attempt of the order; a unique index allows only one. */
      open: chargeAttempts,
      isNewest: IS_NEWEST,
      isPaid: IS_PAID,
      isReplaced: IS_REPLACED,
      attemptsMade,
      reason: REASON,
      nextDate: NEXT_DATE,
      card: cards,
      wasTriedToday: wasTriedOn(dayOf(now)),
    })
    .from(orderLinks)
    .innerJoin(orders, eq(orders.id, orderLinks.orderId))
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .innerJoin(subscriptions, eq(subscriptions.id, orders.subscriptionId))
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .leftJoin(cards, and(eq(cards.accountId, orders.accountId), eq(cards.isDefault, true)))
    .leftJoin(
      chargeAttempts,
      and(
        eq(chargeAttempts.orderId, orders.id),
        sql`${chargeAttempts.status} in ${sql.raw(sqlList(OPEN_ATTEMPT_STATUSES))}`,
      ),
    )
    .where(
      and(
        eq(orderLinks.tokenHash, hashOfToken(token)),
        eq(orderLinks.action, 'fix'),
        isNull(orderLinks.endedAt),
        isNull(accounts.deletedAt),
      ),
    );
  return row ?? null;
}

/** The order of a repair link, its payment, and its open attempt. */
export type Repair = NonNullable<Awaited<ReturnType<typeof findRepair>>>;

/** Returns the state of an order on the page of its repair link. */
export function stateOf(found: Repair): RepairState {
  const { order, subscription, link, open, isNewest, isPaid, isReplaced } = found;
  return repairState({
    orderKind: order.kind,
    orderStatus: order.status,
    subscriptionStatus: subscription.status,
    orderAlreadyPaid: isPaid,
    sameChargeRecorded: false,
    newerOrderPaidOrCharging: isReplaced,
    isNewest,
    isGivenUp: link.usedAt !== null,
    open,
  });
}
