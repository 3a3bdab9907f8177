import { eq } from 'drizzle-orm';
import { dayOf } from '@/domain/day';
import { COUNTS_ON_LADDER } from '@/domain/payment';
import type { Settlement } from '@/domain/settlement';
import type { Tx } from '../db/client';
import { orders, payments, subscriptions } from '../db/schema';
import { returnHeldPoints } from '../orders/voiding';
import { deactivate } from '../subscription/lifecycle';
import { tellDeclined } from './notices';
import type { Case } from './case';

/** A call that certainly reached nobody is made again this much later; it uses no rung. */
const NOT_SENT_AGAIN_MS = 10 * 60_000;

type Declined = Extract<
  Settlement,
  {
    kind:
      | 'close'
      | 'retry'
      | 'decline_first'
      | 'void_reactivation'
      | 'supersede'
      | 'suspend'
      | 'hold_for_card'
      | 'not_sent';
  }
>;

/**
 * Writes what a charge that brought no money means for the order, its payment and the subscription.
 * @param about `isLeft`: its owner left the bank's page to pay otherwise, and needs no message about it.
 */
export async function applyDecline(
  tx: Tx,
  now: Date,
  found: Case,
  settlement: Declined,
  about: { isLeft: boolean } = { isLeft: false },
): Promise<void> {
  const { order, payment, attempt, subscription } = found;
  const pay = (values: Partial<typeof payments.$inferInsert>) =>
    tx.update(payments).set(values).where(eq(payments.id, payment.id));
  const tell = async (
    next: { nextTryAt: Date | null; needsCard: boolean; final: boolean },
    reason: string,
  ) => {
    if (!about.isLeft)
      await tellDeclined(tx, now, { orderId: order.id, attemptId: attempt.id, reason, ...next });
  };

  switch (settlement.kind) {
    case 'close':
      // Only somebody's own try of an unpaid order by a card says anything new; anything else is over already.
      if (attempt.source === 'promptpay' || attempt.trigger !== 'subscriber' || order.status !== 'unpaid')
        return;
      // The account shows why, unless the order waits for a link by now.
      if (payment.method === 'card') await pay({ reason: settlement.reason });
      // With a direct answer the person sees it on screen. If the outcome had to be looked up later, send a message.
      if (attempt.unknownSince)
        await tell({ nextTryAt: null, needsCard: true, final: true }, settlement.reason);
      return;
    case 'not_sent':
      // A QR code that could not be made: the page asks for the next one. What is paid or owed meanwhile stays so.
      if (attempt.source === 'promptpay' || order.status !== 'charging') return;
      if (settlement.voidsOrder) {
        await tx.update(orders).set({ status: 'void' }).where(eq(orders.id, order.id));
        await pay({ status: 'void', dueAt: null, givesUpAt: null });
        await rest(tx, subscription);
      } else if (order.kind === 'first') await pay({ status: 'failed', reason: null });
      else await waitAndAskAgain(tx, now, found);
      return;
    case 'retry':
      await pay({ status: 'failed', reason: settlement.reason, dueAt: settlement.at, givesUpAt: null });
      // Due already: the person is told what comes of that.
      if (settlement.at > now)
        await tell({ nextTryAt: settlement.at, needsCard: false, final: false }, settlement.reason);
      return;
    case 'decline_first':
      await pay({ status: 'failed', reason: settlement.reason, dueAt: null });
      // The person is at the screen, unless the answer came so late that it had to be looked up.
      if (attempt.unknownSince)
        await tell({ nextTryAt: null, needsCard: true, final: false }, settlement.reason);
      return;
    case 'void_reactivation':
      await tx.update(orders).set({ status: 'void' }).where(eq(orders.id, order.id));
      await pay({ status: 'void', reason: settlement.reason, dueAt: null, givesUpAt: null });
      await rest(tx, subscription);
      if (attempt.unknownSince)
        await tell({ nextTryAt: null, needsCard: true, final: true }, settlement.reason);
      return;
    case 'supersede':
      await tx.update(orders).set({ status: 'unpaid' }).where(eq(orders.id, order.id));
      await pay({ status: 'failed', reason: settlement.reason, dueAt: null, givesUpAt: null });
      await returnHeldPoints(tx, now, order);
      return;
    case 'hold_for_card':
      await pay({ status: 'failed', reason: settlement.reason, dueAt: null, givesUpAt: settlement.endsAt });
      await tell({ nextTryAt: null, needsCard: true, final: false }, settlement.reason);
      return;
    case 'suspend':
      await suspend(tx, now, { subscription, order, payment }, settlement.reason);
  }
}

/** A reactivation whose card was declined goes back to inactive. */
async function rest(tx: Tx, subscription: Case['subscription']): Promise<void> {
  if (subscription.status !== 'awaiting_payment') return;
  await tx
    .update(subscriptions)
    .set({ status: 'inactive', version: subscription.version + 1 })
    .where(eq(subscriptions.id, subscription.id));
}

async function waitAndAskAgain(tx: Tx, now: Date, { payment, attempt }: Case): Promise<void> {
  // A person's own try leaves the ladder as it stands, if it stands anywhere.
  const isOnLadder = payment.dueAt !== null || payment.givesUpAt !== null;
  if (attempt.trigger === 'subscriber' && isOnLadder) return;
  await tx
    .update(payments)
    .set({
      dueAt: new Date(now.getTime() + NOT_SENT_AGAIN_MS),
      rungsUsed: Math.max(0, payment.rungsUsed - (COUNTS_ON_LADDER[attempt.trigger] ? 1 : 0)),
    })
    .where(eq(payments.id, payment.id));
}

/** The ladder has ended: order unpaid, payment suspended, subscription inactive. */
export async function suspend(
  tx: Tx,
  now: Date,
  found: Pick<Case, 'subscription' | 'order' | 'payment'>,
  reason: string,
): Promise<void> {
  const { subscription, order, payment } = found;
  await tx.update(orders).set({ status: 'unpaid' }).where(eq(orders.id, order.id));
  await tx
    .update(payments)
    .set({ status: 'suspended', reason, dueAt: null, givesUpAt: null })
    .where(eq(payments.id, payment.id));
  await returnHeldPoints(tx, now, order);
  await deactivate(tx, now, subscription);
  await tellDeclined(tx, now, {
    orderId: order.id,
    attemptId: `suspended:${dayOf(now)}`,
    reason,
    nextTryAt: null,
    needsCard: true,
    final: true,
  });
}
