import { and, asc, eq, inArray, lte, min, sql, sum } from 'drizzle-orm';
import type { Ctx } from '../context';
import { systemNow } from '../clock';
import { transaction, type Tx } from '../db/client';
import { moneyReceived, orders, refunds } from '../db/schema';
import { fetchCharge, refundCharge } from '../gateways/omise';
import { newId } from '../ids';
import { addJob } from '../jobs';
import { log } from '../log';
import { lockSubscription } from '../subscription/locks';
import { bookRefunded } from './refund-booking';

const AGAIN_AFTER_MS = 10 * 60_000;
const LEASE_MS = 3 * 60_000;

/** Refunds that wait to be sent, or whose answer was lost. */
export async function listRefundsToSend({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(lte(refunds.checkAt, now), inArray(refunds.status, ['created', 'sent', 'unknown'])))
    .orderBy(asc(refunds.checkAt), asc(refunds.id))
    .limit(limit);
}

export async function nextRefundAt({ db }: Ctx, after: Date): Promise<Date | null> {
  const [row] = await db
    .select({ at: min(refunds.checkAt) })
    .from(refunds)
    .where(sql`${refunds.checkAt} > ${after.toISOString()}`);
  return row?.at ?? null;
}

/**
 * Gives one refund back at the gateway, once. The gateway has no idempotency key, so an answer that was lost is
 * looked up by what the charge says was refunded, never asked for again blindly.
 */
export async function sendRefund(ctx: Ctx, refundId: string): Promise<void> {
  const claimed = await claim(ctx, refundId);
  if (!claimed) return;
  const { refund, chargeId, earlier } = claimed;
  const charge = await fetchCharge(chargeId);
  if (charge.kind === 'refused' && charge.code === 'not_found') return close(ctx, refundId, 'manual', null);
  if (charge.kind !== 'ok')
    return waitLonger(ctx, refundId, refund.status === 'created' ? 'created' : 'unknown');
  // A refund that was never asked for can't have been done, whatever others gave back.
  const { refundIds, refundedAmount } = charge.value;
  const isThere = refundIds?.includes(refundId) ?? refundedAmount >= earlier + refund.amount;
  const already = refund.status !== 'created' && isThere;
  if (already) return close(ctx, refundId, 'succeeded', null);
  if (!charge.value.refundable) return close(ctx, refundId, 'manual', null);
  const answer = await refundCharge(chargeId, refund.amount, refundId);
  if (answer.kind === 'ok') return close(ctx, refundId, 'succeeded', answer.value.id);
  if (answer.kind === 'refused') return close(ctx, refundId, 'manual', null);
  log.warn('payments.refund_failed', { code: answer.why });
  return waitLonger(ctx, refundId, answer.maybeDone ? 'unknown' : 'created');
}

async function claim({ db, now }: Ctx, refundId: string) {
  return transaction(db, async (tx) => {
    const [row] = await tx
      .select({ refund: refunds, chargeId: moneyReceived.providerRef, provider: moneyReceived.provider })
      .from(refunds)
      .innerJoin(moneyReceived, eq(moneyReceived.id, refunds.moneyId))
      .where(eq(refunds.id, refundId))
      .for('update', { of: refunds });
    if (!row || row.refund.closedAt || row.provider !== 'omise') return null;
    const held =
      row.refund.status === 'sent' &&
      row.refund.askedAt !== null &&
      systemNow().getTime() - row.refund.askedAt.getTime() < LEASE_MS;
    if (held) return null;
    await tx
      .update(refunds)
      .set({ status: 'sent', askedAt: systemNow(), checkAt: new Date(now.getTime() + AGAIN_AFTER_MS) })
      .where(eq(refunds.id, refundId));
    const [done] = await tx
      .select({ amount: sum(refunds.amount) })
      .from(refunds)
      .where(and(eq(refunds.moneyId, row.refund.moneyId), eq(refunds.status, 'succeeded')));
    return { refund: row.refund, chargeId: row.chargeId, earlier: Number(done?.amount ?? 0) };
  });
}

async function waitLonger({ db, now }: Ctx, refundId: string, status: 'created' | 'unknown'): Promise<void> {
  await transaction(db, (tx) =>
    tx
      .update(refunds)
      .set({ status, checkAt: new Date(now.getTime() + AGAIN_AFTER_MS) })
      .where(and(eq(refunds.id, refundId), eq(refunds.status, 'sent'))),
  );
}

async function close(
  { db, now }: Ctx,
  refundId: string,
  status: 'succeeded' | 'manual',
  providerRef: string | null,
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockOwner(tx, refundId);
    const [refund] = await tx
      .update(refunds)
      .set({ status, providerRef, closedAt: now, checkAt: null })
      .where(and(eq(refunds.id, refundId), inArray(refunds.status, ['sent', 'created', 'unknown'])))
      .returning();
    if (refund && status === 'succeeded') await bookRefunded(tx, now, refund);
  });
}

/** Locks the subscription whose order the money was for; orphan money has none. */
async function lockOwner(tx: Tx, refundId: string): Promise<void> {
  const [owner] = await tx
    .select({ subscriptionId: orders.subscriptionId })
    .from(refunds)
    .innerJoin(moneyReceived, eq(moneyReceived.id, refunds.moneyId))
    .innerJoin(orders, eq(orders.id, moneyReceived.orderId))
    .where(eq(refunds.id, refundId));
  if (owner) await lockSubscription(tx, owner.subscriptionId);
}

/**
 * Asks for a part of money to go back, under the subscription's lock: reserved first, so that never more than came
 * in can go. Card money is sent back by `sendRefund`, for which a job is left; a bank transfer only by a person.
 * @returns the refund's id, or null when less than `amount` satang is left
 */
export async function writeRefund(
  tx: Tx,
  now: Date,
  { money, amount }: { money: typeof moneyReceived.$inferSelect; amount: number },
): Promise<string | null> {
  const [reserved] = await tx
    .update(moneyReceived)
    .set({ reservedRefund: sql`${moneyReceived.reservedRefund} + ${amount}` })
    .where(
      and(
        eq(moneyReceived.id, money.id),
        sql`${moneyReceived.reservedRefund} + ${amount} <= ${moneyReceived.amount}`,
      ),
    )
    .returning({ id: moneyReceived.id });
  if (!reserved) return null;
  const refundId = newId('refund');
  const byHand = money.provider === 'bank';
  await tx.insert(refunds).values({
    id: refundId,
    moneyId: money.id,
    amount,
    status: byHand ? 'manual' : 'created',
    why: 'operator',
    createdAt: now,
    checkAt: byHand ? null : now,
    closedAt: byHand ? now : null,
  });
  if (!byHand) await addJob(tx, 'send_refund', { refundId }, `refund:${refundId}`);
  return refundId;
}

/**
 * Books a refund that somebody has made by hand.
 * @returns what it was, or null when it does not wait for that (any more)
 */
export async function confirmManualRefund(
  tx: Tx,
  now: Date,
  refundId: string,
): Promise<typeof refunds.$inferSelect | null> {
  await lockOwner(tx, refundId);
  const [refund] = await tx
    .update(refunds)
    .set({ status: 'succeeded', closedAt: now })
    .where(and(eq(refunds.id, refundId), eq(refunds.status, 'manual')))
    .returning();
  if (refund) await bookRefunded(tx, now, refund);
  return refund ?? null;
}
