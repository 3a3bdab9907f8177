import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { dayOf } from '@/domain/day';
import { MINUTE_MS } from '@/domain/duration';
import { AppError } from '@/domain/errors';
import { tryNowRefusal } from '@/domain/retry';
import { transaction } from '../../db';
import { chargeAttempts, orders, payments } from '../../db/schema';
import { applyChanges } from '../../lifecycle/apply-changes';
import { lockSet } from '../../lifecycle/locks';
import { requireStaffMay } from '../../lifecycle/staff-limits';
import { OperatorRefusal, type OperatorCtx } from './operator';

/**
 * Brings the next retry of a declined renewal forward to now. The next billing run charges it, within a minute.
 * @throws OperatorRefusal; AppError NOT_FOUND, OWN_ACCOUNT
 */
export async function tryPaymentNow(ctx: OperatorCtx, orderId: string): Promise<void> {
  const { db, now, operator: actor } = ctx;
  await transaction(db, async (tx) => {
    const { subscriptions } = await lockSet(tx, 'order', [orderId]);
    const [found] = await tx
      .select({ payment: payments, accountId: orders.accountId })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(eq(payments.orderId, orderId));
    const subscription = subscriptions.get(orderId);
    if (!found || !subscription) throw new AppError('NOT_FOUND');
    await requireStaffMay(tx, now, actor, { accountId: found.accountId });
    const [last] = await tx
      .select({ sentAt: chargeAttempts.sentAt })
      .from(chargeAttempts)
      .where(and(eq(chargeAttempts.orderId, orderId), isNotNull(chargeAttempts.sentAt)))
      .orderBy(desc(chargeAttempts.attemptNo))
      .limit(1);
    const refused = tryNowRefusal(found.payment, last?.sentAt ? dayOf(last.sentAt) : null, now);
    if (refused) throw new OperatorRefusal(refused);
    const { dueAt } = found.payment;
    // Another member was quicker, or the billing run charges it anyway.
    if (dueAt !== null && dueAt.getTime() <= now.getTime() + MINUTE_MS) return;
    const audit = [{ what: 'payment.retry_asked', detail: { orderId } }];
    const subscriptionId = subscription.id;
    await applyChanges(tx, now, [
      { cause: 'asked_by_operator', actor, subscriptionId, payments: [{ orderId, dueAt: now }], audit },
    ]);
  });
}
