import { eq } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import type { Satang } from '@/domain/money';
import type { PaymentMethod } from '@/domain/subscription';
import { requireSubscriber } from '../account/person';
import { writeAudit } from '../audit';
import type { Ctx } from '../context';
import { transaction, type Tx } from '../db/client';
import { orders, payments, subscriptions } from '../db/schema';
import { lockSubscriptionOf, type Subscription } from '../subscription/locks';
import { requireOwedTotal, requireTotal, totalsOf } from './expected-total';
import { findOpenAttempt, freePayments } from './open-attempts';
import { findOwed, type Owed } from './owed';
import { findPendingPayment, type PendingPayment } from './pending';
import { linkOwed } from './request-link';

export interface ConvertedToOffline {
  paymentMethod: PaymentMethod;
  pendingPayment: PendingPayment | null;
}

/**
 * From card to PromptPay and bank transfer, whatever the subscription's status. What is due or overdue gets its link at
 * once and is not charged any more; an open page of the bank is given up first. Asking again changes nothing.
 * @param expectedTotal the total that was shown as due, 0 where nothing was, in satang; undefined accepts any
 * @throws AppError TOTAL_CHANGED (nothing changed), PAYMENT_PENDING while an outcome is unknown, NOT_ALLOWED for a registration in progress
 */
export async function convertToOffline(
  ctx: Ctx,
  accountId: string,
  expectedTotal?: Satang,
): Promise<ConvertedToOffline> {
  const { subscription } = await requireSubscriber(ctx.db, accountId);
  if (subscription.paymentMethod !== 'offline') {
    await requireOwedTotal(ctx.db, subscription, expectedTotal);
    await freePayments(ctx, accountId);
    await transaction(ctx.db, (tx) => convert(tx, ctx.now, accountId, expectedTotal));
  }
  return { paymentMethod: 'offline', pendingPayment: await findPendingPayment(ctx, accountId) };
}

async function convert(
  tx: Tx,
  now: Date,
  accountId: string,
  expectedTotal: Satang | undefined,
): Promise<void> {
  await lockSubscriptionOf(tx, accountId);
  const { subscription } = await requireSubscriber(tx, accountId);
  if (subscription.paymentMethod === 'offline') return;
  if (await findOpenAttempt(tx, accountId)) throw new AppError('PAYMENT_PENDING');
  await setPaymentMethod(tx, now, subscription, 'offline');
  const owed = await findOwed(tx, subscription);
  requireTotal(expectedTotal, owed && totalsOf(owed.order));
  if (!owed) return;
  const order = await stopCharging(tx, owed);
  await linkOwed(tx, now, { ...owed, order });
}

/** What a card was charged for waits for a link from now on. */
async function stopCharging(tx: Tx, { order, payment }: Owed): Promise<Owed['order']> {
  if (order.status !== 'charging') return order;
  await tx.update(orders).set({ status: 'awaiting_payment' }).where(eq(orders.id, order.id));
  await tx
    .update(payments)
    .set({ method: 'offline', status: 'pending', reason: null, dueAt: null, givesUpAt: null })
    .where(eq(payments.id, payment.id));
  return { ...order, status: 'awaiting_payment' };
}

/** How a subscription is paid from now on, under its lock. */
export async function setPaymentMethod(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  paymentMethod: PaymentMethod,
): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ paymentMethod, version: subscription.version + 1 })
    .where(eq(subscriptions.id, subscription.id));
  await writeAudit(tx, now, {
    actor: subscription.accountId,
    subject: subscription.id,
    what: 'subscription.payment_method_changed',
    detail: { paymentMethod },
  });
}
