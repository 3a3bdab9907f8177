import { dayOf } from '@/domain/day';
import type { Part } from '@/domain/lifecycle/changes';
import { join } from '@/domain/lifecycle/changes';
import { payOrder } from '@/domain/lifecycle/orders';
import type { PaymentMethod } from '@/domain/subscription';
import type { Tx } from '../db';
import { applyChanges, type Applied } from '../lifecycle/apply-changes';
import { loadSubscriber } from '../lifecycle/load-facts';
import { loadPayers, lockEarning, rewardReferrals, queueMilestoneMessages } from '../rewards/earning';
import { rememberCustomer } from '../rewards/former-customers';
import { activate } from './activation';
import { reactivatePaid } from './reactivation';
import type { Case } from './case';
import { tellPaid } from './notifications';

/** An order that is paid, with money or, at a total of 0, without. */
export interface Paid extends Pick<Case, 'subscription' | 'order'> {
  paidAt: Date;
  cardId: string | null;
  /** The subscriber waits for the receipt at the screen. */
  asked: boolean;
  /** How the money came, which need not be how it was asked for. */
  method?: PaymentMethod;
  /** What else changes with it. */
  with?: Part;
}

/** Books orders as paid, with all that follows: points, parcel, an active subscription, the receipt. */
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
  for (const one of paid) await startAgain(tx, now, one);
  await tellPaid(
    tx,
    now,
    paid.map(({ order, cardId, asked }) => ({ orderId: order.id, cardId, asked })),
  );
}

/** What the first order, or one that takes a subscription up again, starts. */
async function startAgain(tx: Tx, now: Date, { subscription, order, paidAt, asked }: Paid): Promise<void> {
  const paidOn = dayOf(paidAt);
  if (order.kind === 'first') await rememberCustomer(tx, now, order.accountId);
  if (subscription.status === 'active') return;
  if (order.kind === 'reactivation') await reactivatePaid(tx, now, subscription, { paidOn, order, asked });
  else {
    const subscriber = await loadSubscriber(tx, subscription);
    await activate(tx, now, { subscription, subscriber }, { paidOn, cause: 'paid' });
  }
}
