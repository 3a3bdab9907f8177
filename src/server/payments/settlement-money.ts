import { and, eq } from 'drizzle-orm';
import { dayOf } from '@/domain/day';
import type { ChargeOutcome } from '@/domain/settlement';
import type { Tx } from '../db/client';
import { moneyReceived, orders, payments, refunds, shipments } from '../db/schema';
import { newId } from '../ids';
import { addJob } from '../jobs';
import { movePoints } from '../rewards/points';
import { activate } from '../subscription/lifecycle';
import { tellPaid } from './notices';
import type { Case } from './case';

type Success = Extract<ChargeOutcome, { kind: 'succeeded' }>;

/** Books money as the order's own: paid, points earned, parcel to prepare, subscription active. */
export async function keepMoney(tx: Tx, now: Date, found: Case, outcome: Success): Promise<void> {
  const { attempt, order } = found;
  // Between asking and now. A run "as of" another moment writes as if it were then, whatever the gateway's clock says.
  const asked = attempt.sentAt ?? now;
  const known = outcome.paidAt < now ? outcome.paidAt : now;
  const paidAt = known > asked ? known : asked;
  await tx.insert(moneyReceived).values({
    id: newId('money'),
    provider: 'omise',
    providerRef: outcome.chargeId,
    orderId: order.id,
    attemptId: attempt.id,
    amount: outcome.amount,
    verdict: 'kept',
    paidAt,
    recordedAt: now,
  });
  await bookPaid(tx, now, found, paidAt, attempt.cardId);
}

/** What follows from an order being paid, with money or, at a total of 0, without. */
export async function bookPaid(
  tx: Tx,
  now: Date,
  { subscription, order }: Pick<Case, 'subscription' | 'order'>,
  paidAt: Date,
  cardId: string | null,
): Promise<void> {
  const paidOn = dayOf(paidAt);
  // The schedule of a first order starts on the day it was paid, whenever it was begun.
  const paymentDate = order.kind === 'renewal' ? order.paymentDate : paidOn;
  await tx.update(orders).set({ status: 'paid', paidAt, paidOn, paymentDate }).where(eq(orders.id, order.id));
  await tx
    .update(payments)
    .set({ status: 'succeeded', dueAt: null, givesUpAt: null, reason: null })
    .where(eq(payments.orderId, order.id));
  await tx.insert(shipments).values({ orderId: order.id, status: 'preparing', updatedAt: now }).onConflictDoNothing();
  if (order.points > 0) {
    await movePoints(tx, now, {
      accountId: order.accountId,
      kind: 'earned',
      source: order.id,
      delta: order.points,
      orderId: order.id,
    });
  }
  if (subscription.status !== 'active') await activate(tx, now, subscription, paidOn);
  await tellPaid(tx, now, order.id, cardId);
}

/** Records money that can't be kept, and has it given back in full. */
export async function returnMoney(
  tx: Tx,
  now: Date,
  { attempt, order }: Case,
  outcome: Success,
  verdict: 'duplicate' | 'late' | 'orphan',
): Promise<void> {
  const [money] = await tx
    .insert(moneyReceived)
    .values({
      id: newId('money'),
      provider: 'omise',
      providerRef: outcome.chargeId,
      orderId: order.id,
      attemptId: attempt.id,
      amount: outcome.amount,
      verdict,
      reservedRefund: outcome.amount,
      paidAt: outcome.paidAt,
      recordedAt: now,
    })
    .returning({ id: moneyReceived.id });
  if (!money) return;
  const refundId = newId('refund');
  await tx.insert(refunds).values({
    id: refundId,
    moneyId: money.id,
    amount: outcome.amount,
    status: 'created',
    why: verdict,
    createdAt: now,
    checkAt: now,
  });
  await addJob(tx, 'send_refund', { refundId }, `refund:${refundId}`);
  await tx
    .update(payments)
    .set({ dueAt: null })
    .where(and(eq(payments.orderId, order.id), eq(payments.status, 'void')));
}
