import type { z } from 'zod';
import { AppError } from '@/domain/errors';
import { askByLink } from '@/domain/lifecycle/methods';
import { touch } from '@/domain/lifecycle/subscriptions';
import type { Satang } from '@/domain/money';
import type { PaymentMethod } from '@/domain/subscription';
import type { convertOfflineAnswer } from '@/schemas/answers/payments';
import { requireSubscriber } from '../../lifecycle/require-subscriber';
import type { Ctx } from '../../platform/context';
import { transaction, type Tx } from '../../db';
import { applyChanges } from '../../lifecycle/apply-changes';
import { lockSubscriptionOf, type Subscription } from '../../lifecycle/locks';
import { requireOwedTotal, requireTotal, totalsOf } from '../charging/expected-total';
import { findOpenAttempt } from '../settlement/queries';
import { releaseOpenPayments } from '../settlement/release-open-payments';
import { findOwedOrder, type OwedOrder } from '../charging/queries';
import { findPendingPayment } from '../payment-links/queries';
import { openOwedLink } from '../payment-links/request-link';

export type ConvertedToOffline = z.output<typeof convertOfflineAnswer>;

/**
 * Changes the payment method from card to offline, for a subscription of any status. Abandons an open 3-D
 * Secure challenge. A due or overdue order gets a payment link, and its card is not charged any more. A
 * repeated request changes nothing.
 * @param expectedTotal the total in satang that the screen showed as due, 0 for nothing; undefined accepts
 *   any total
 * @throws AppError TOTAL_CHANGED (nothing changed), PAYMENT_PENDING while an outcome is unknown, NOT_ALLOWED
 *   for a registration in progress
 */
export async function convertToOffline(
  ctx: Ctx,
  accountId: string,
  expectedTotal?: Satang,
): Promise<ConvertedToOffline> {
  const { subscription } = await requireSubscriber(ctx.db, accountId);
  if (subscription.paymentMethod !== 'offline') {
    await requireOwedTotal(ctx.db, subscription, expectedTotal);
    await releaseOpenPayments(ctx, accountId);
    await transaction(ctx.db, (tx) => writeLinkConversion(tx, ctx.now, accountId, expectedTotal));
  }
  return { paymentMethod: 'offline', pendingPayment: await findPendingPayment(ctx, accountId) };
}

async function writeLinkConversion(
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
  const owed = await findOwedOrder(tx, subscription);
  requireTotal(expectedTotal, owed && totalsOf(owed.order));
  if (!owed) return;
  const order = await stopCharging(tx, now, subscription, owed.order);
  await openOwedLink(tx, now, subscription, { ...owed, order });
}

/** Ends the card charges of an order. From then on the order awaits payment by link. @returns the changed order */
async function stopCharging(tx: Tx, now: Date, subscription: Subscription, order: OwedOrder['order']) {
  if (order.status !== 'charging') return order;
  const about = {
    cause: 'method_changed',
    actor: subscription.accountId,
    subscriptionId: subscription.id,
  } as const;
  await applyChanges(tx, now, [{ ...about, ...askByLink(order) }]);
  return { ...order, status: 'awaiting_payment' as const };
}

/** Changes the payment method of a locked subscription. */
export async function setPaymentMethod(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  paymentMethod: PaymentMethod,
): Promise<void> {
  const about = { cause: 'asked_by_subscriber', actor: subscription.accountId } as const;
  const audit = [{ what: 'subscription.payment_method_changed', detail: { paymentMethod } }];
  const changes = { ...touch(subscription, { paymentMethod }), audit };
  await applyChanges(tx, now, [{ ...about, subscriptionId: subscription.id, ...changes }]);
}
