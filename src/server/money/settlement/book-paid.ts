import { dayOf } from '@/domain/day';
import type { Part } from '@/domain/lifecycle/changes';
import { join } from '@/domain/lifecycle/changes';
import { payOrder } from '@/domain/lifecycle/orders';
import type { PaymentMethod } from '@/domain/subscription';
import type { Tx } from '../../db';
import { applyChanges, type Applied } from '../../lifecycle/apply-changes';
import { loadSubscriber } from '../../lifecycle/load-facts';
import { loadPayers, lockEarning, rewardReferrals, queueMilestoneMessages } from '../../shop/rewards/earning';
import { rememberCustomer } from '../../shop/rewards/former-customers';
import { activate } from './activation';
import { planAfterOrderNow } from './plan-after-order-now';
import { reactivateFromPayment } from './reactivation';
import type { AttemptRows } from './decide-outcomes';
import { notifyPaid } from './notifications';

/** An order that is to be marked as paid. An order with a total of 0 has no received payment. */
export interface Paid extends Pick<AttemptRows, 'subscription' | 'order'> {
  paidAt: Date;
  cardId: string | null;
  /** The bank account that was charged; null or omitted for other payments. */
  bankAccountId?: string | null;
  /** Whether the subscriber is at the screen and waits for the receipt. */
  asked: boolean;
  /** The method of this payment, if it differs from the payment method of the order. */
  method?: PaymentMethod;
  /** Further changes to apply in the same step. */
  with?: Part;
}

/** Marks orders as paid. Adds points, queues parcels and receipts, and makes the subscriptions active. */
export async function bookPaid(tx: Tx, now: Date, paid: readonly Paid[]): Promise<void> {
  if (paid.length === 0) return;
  const payers = await loadPayers(
    tx,
    paid.map(({ order }) => order.accountId),
  );
  const referrals = await lockEarning(
    tx,
    paid.map(({ order }) => order),
    payers,
  );
  const changes = paid.map((one): Applied => {
    const { order, subscription } = one;
    const paidOrders = payers.get(order.accountId)?.paidOrders ?? 0;
    const about = { cause: 'paid', actor: 'billing', subscriptionId: subscription.id } as const;
    return { ...about, ...join(one.with ?? {}, payOrder({ ...one, now, paidOrders })) };
  });
  await queueMilestoneMessages(tx, now, await applyChanges(tx, now, changes));
  await rewardReferrals(tx, now, referrals);
  for (const one of paid) await startSubscription(tx, now, one);
  await notifyPaid(
    tx,
    now,
    paid.map(({ order, cardId, bankAccountId, asked }) => ({
      orderId: order.id,
      cardId,
      bankAccountId,
      asked,
    })),
  );
}

/** Makes the subscription of a paid order active, if it is not active yet. */
async function startSubscription(
  tx: Tx,
  now: Date,
  { subscription, order, paidAt, asked }: Paid,
): Promise<void> {
  const paidOn = dayOf(paidAt);
  if (order.kind === 'first') await rememberCustomer(tx, now, order.accountId);
  if (subscription.status === 'active' && order.orderedFrom)
    await planAfterOrderNow(tx, now, subscription, { paidOn, restarts: order.restarts });
  if (subscription.status === 'active') return;
  if (order.kind === 'reactivation')
    await reactivateFromPayment(tx, now, subscription, { paidOn, order, asked });
  else {
    const subscriber = await loadSubscriber(tx, subscription);
    await activate(tx, now, { subscription, subscriber }, { paidOn, cause: 'paid' });
  }
}
