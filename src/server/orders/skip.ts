import { z } from 'zod';
import { dayOf } from '@/domain/day';
import { AppError, enforce } from '@/domain/errors';
import { join } from '@/domain/lifecycle/changes';
import { touch } from '@/domain/lifecycle/subscriptions';
import { canSkip, canUnskip } from '@/domain/order';
import { canActAsSubscriber } from '@/domain/subscription';
import { clockFrom } from '../platform/clock';
import type { Ctx } from '../platform/context';
import { queryRows } from '../db/query-rows';
import { transaction, type Tx } from '../db';
import { orders, subscriptions } from '../db/schema';
import { columnShape } from '../db/row-shapes';
import { applyChanges } from '../lifecycle/apply-changes';
import { requestedBy, type OnBehalf } from '../lifecycle/requester';
import { awaitsOfflinePaymentSql } from '../lifecycle/awaited-payments';
import { findOrder, listUpcomingOrders, type OrderView } from './queries';

const LOCK = `select id, version, status, activated_at from subscriptions where account_id = $1 for update`;

// A separate statement after the lock. A subquery of the locking statement would read rows as they were
// before it waited for the lock.
const FACTS = `select o.status, o.payment_date::text, o.begun_at is not null as begun, coalesce(o.paused, false) as paused,
    ${awaitsOfflinePaymentSql('s.id')} as awaits
  from subscriptions s left join orders o on o.subscription_id = s.id and o.id = $2 where s.account_id = $1`;

const lockedRow = z.object({
  id: z.string(),
  version: z.number(),
  status: columnShape(subscriptions.status),
  activated_at: columnShape(subscriptions.activatedAt),
});
/** The facts of the order. `status` and `payment_date` are null if the subscription has no such order. */
const factsRow = z.object({
  status: columnShape(orders.status).nullable(),
  payment_date: columnShape(orders.paymentDate).nullable(),
  begun: z.boolean(),
  paused: z.boolean(),
  awaits: z.boolean(),
});

/**
 * Skips an order, or unskips it if `skip` is false. This is allowed until two days before the payment date. A
 * repeated call changes nothing. An order that a pause skips then counts as skipped by the subscriber, so
 * that it stays skipped if the subscription is resumed.
 * @param by the member of the staff who requests the change; the subscriber by default
 * @param then runs after the change is written, in the same transaction
 * @returns the order, and the next three orders of the account
 * @throws AppError ORDER_NOT_FOUND (also for an order of another account), ORDER_NOT_UPCOMING, SKIP_TOO_LATE,
 *   NOT_ALLOWED, PAYMENT_PENDING
 */
export async function skipOrder(
  { db, now: requestedAt }: Ctx,
  accountId: string,
  { orderId, skip, by }: { orderId: string; skip: boolean; by?: OnBehalf },
  then?: (tx: Tx) => Promise<void>,
): Promise<{ order: OrderView; upcoming: OrderView[] }> {
  const clock = clockFrom(requestedAt);
  return transaction(db, async (tx) => {
    const [[subscription], [facts]] = await Promise.all([
      queryRows(tx, lockedRow, { text: LOCK, params: [accountId] }),
      queryRows(tx, factsRow, { text: FACTS, params: [accountId, orderId] }),
    ]);
    const now = clock();
    if (!subscription) throw new AppError('NOT_ALLOWED');
    enforce(
      canActAsSubscriber({
        status: subscription.status,
        activatedAt: subscription.activated_at,
        awaitsOfflinePayment: facts?.awaits ?? false,
      }),
    );
    if (!facts?.status || !facts.payment_date) throw new AppError('ORDER_NOT_FOUND', { orderId });
    const order = { status: facts.status, paymentDate: facts.payment_date, begun: facts.begun };
    enforce((skip ? canSkip : canUnskip)(order, dayOf(now)), { orderId });
    const to = skip ? 'skipped' : 'upcoming';
    const isDone = facts.status === to && (!facts.paused || facts.begun);
    if (isDone) return readOrderView(tx, now, accountId, orderId);
    const change = { id: orderId, from: facts.status, to, paused: false } as const;
    const changes = join({ orders: [change] }, touch(subscription));
    const about = requestedBy(accountId, by);
    const [, shown] = await Promise.all([
      applyChanges(tx, now, [{ ...about, subscriptionId: subscription.id, ...changes }]),
      readOrderView(tx, now, accountId, orderId),
    ]);
    await then?.(tx);
    await by?.then?.(tx, now);
    return shown;
  });
}

async function readOrderView(tx: Tx, now: Date, accountId: string, orderId: string) {
  const { orders: upcoming } = await listUpcomingOrders({ db: tx, now }, accountId);
  const order =
    upcoming.find((candidate) => candidate.orderId === orderId) ??
    (await findOrder({ db: tx, now }, accountId, orderId));
  if (!order) throw new AppError('ORDER_NOT_FOUND', { orderId });
  return { order, upcoming };
}
