import { and, asc, eq, inArray, isNotNull, isNull, lte, not, or, sql } from 'drizzle-orm';
import { nextRefundCheck, refundAbsentFrom } from '@/domain/refund';
import type { Ctx } from '../../platform/context';
import { systemNow } from '../../platform/clock';
import { transaction, type Tx } from '../../db';
import { moneyReceived, orders, refunds } from '../../db/schema';
import { fetchCharge } from '../../gateways/omise/charges';
import { refundCharge } from '../../gateways/omise/refunds';
import { log } from '../../platform/log';
import { lockSubscription } from '../../lifecycle/locks';
import { openRefund, stepRefund } from '../../lifecycle/refunds';
import { isDisputed, isMoneyDisputed, recordDispute } from './disputes';
import { isBeingSent, settleRefunds } from './gateway-refunds';
import { bookRefunded } from './book-refund';

/**
 * Returns the SQL condition that a refund is due. The refund of a disputed payment is due only if it was sent
 * and its result must be read.
 */
const isDue = (now: Date) =>
  and(lte(refunds.checkAt, now), or(isNotNull(refunds.sentAt), not(isMoneyDisputed(refunds.moneyId))));

/** Returns the due refunds that were not sent, or whose outcome is unknown. */
export async function listRefundsToSend({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(isDue(now), inArray(refunds.status, ['created', 'sent', 'unknown'])))
    .orderBy(asc(refunds.checkAt), asc(refunds.id))
    .limit(limit);
}

/**
 * Sends a refund to the gateway. The gateway has no idempotency key. A refund without a response is therefore
 * sent again only a day later, and only if the gateway's list has no matching refund. A refund of a disputed
 * payment is not sent until the dispute is won or recorded as lost.
 */
export async function sendRefund(ctx: Ctx, refundId: string): Promise<void> {
  const chargeId = await claimRefund(ctx, refundId);
  if (chargeId === null) return;
  const charge = await fetchCharge(chargeId);
  if (charge.kind === 'refused' && charge.code === 'not_found')
    return closeRefund(ctx, refundId, 'manual', null);
  if (charge.kind !== 'ok') return postponeRefund(ctx, refundId);
  await settleRefunds(ctx, charge.value, refundId);
  await recordDispute(ctx, charge.value);
  const refund = await readClaimedRefund(ctx, refundId);
  if (!refund) return;
  if (await isDisputed(ctx.db, refund.moneyId)) return postponeRefund(ctx, refundId);
  if (refund.sentAt && ctx.now < refundAbsentFrom(refund.sentAt)) return postponeRefund(ctx, refundId);
  if (!charge.value.refundable) return closeRefund(ctx, refundId, 'manual', null);
  if (!(await writeSent(ctx, refund))) return;
  const response = await refundCharge(chargeId, refund.amount, refundId);
  if (response.kind === 'ok') return closeRefund(ctx, refundId, 'succeeded', response.value.id);
  if (response.kind === 'refused') return closeRefund(ctx, refundId, 'manual', null);
  log.warn('payments.refund_failed', { code: response.why });
  return postponeRefund(ctx, refundId, response.maybeDone ? {} : { sentAt: null });
}

/**
 * Claims a due refund, so that only one process sends it. @returns the id of its charge; null if it was not
 * claimed
 */
async function claimRefund({ db, now }: Ctx, refundId: string): Promise<string | null> {
  return transaction(db, async (tx) => {
    const [row] = await tx
      .select({ refund: refunds, chargeId: moneyReceived.providerRef })
      .from(refunds)
      .innerJoin(moneyReceived, eq(moneyReceived.id, refunds.moneyId))
      .where(and(eq(refunds.id, refundId), eq(moneyReceived.provider, 'omise'), isDue(now)))
      .for('update', { of: refunds });
    if (!row || row.refund.closedAt || isBeingSent(row.refund)) return null;
    const times = { requestedAt: systemNow(), checkAt: nextRefundCheck(row.refund.sentAt, now) };
    await stepRefund(tx, now, refundId, { from: [row.refund.status], to: 'sent' }, times);
    return row.chargeId;
  });
}

/** Returns a claimed refund; null if `settleRefunds` has closed or reduced it since the claim. */
async function readClaimedRefund({ db }: Ctx, refundId: string): Promise<typeof refunds.$inferSelect | null> {
  const [refund] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.id, refundId), eq(refunds.status, 'sent')));
  return refund ?? null;
}

/** Records that the refund is about to be sent. @returns false if another process has closed it, or sends it, too */
async function writeSent(
  { db, now }: Ctx,
  { id, sentAt: before }: Pick<typeof refunds.$inferSelect, 'id' | 'sentAt'>,
): Promise<boolean> {
  const isUnsent = before === null ? isNull(refunds.sentAt) : eq(refunds.sentAt, before);
  const requestedAt = systemNow();
  const sentAt = requestedAt > now ? requestedAt : now;
  const written = await transaction(db, (tx) =>
    tx
      .update(refunds)
      .set({ requestedAt, sentAt, checkAt: nextRefundCheck(sentAt, now) })
      .where(and(eq(refunds.id, id), eq(refunds.status, 'sent'), isUnsent))
      .returning({ id: refunds.id }),
  );
  return written.length > 0;
}

/**
 * Ends this try to send a refund. The next check tries again. `sentAt` null: the gateway certainly did not
 * receive the refund.
 */
async function postponeRefund(
  { db, now }: Ctx,
  refundId: string,
  sent: { sentAt?: null } = {},
): Promise<void> {
  await transaction(db, async (tx) => {
    const isClaimed = and(eq(refunds.id, refundId), eq(refunds.status, 'sent'));
    const [refund] = await tx.select().from(refunds).where(isClaimed).for('update');
    const { sentAt } = { ...refund, ...sent };
    if (refund)
      await stepRefund(tx, now, refundId, { from: ['sent'], to: sentAt ? 'unknown' : 'created' }, sent);
  });
}

async function closeRefund(
  { db, now }: Ctx,
  refundId: string,
  status: 'succeeded' | 'manual',
  providerRef: string | null,
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockOwner(tx, refundId);
    const step = { from: ['sent', 'created', 'unknown'], to: status } as const;
    const refund = await stepRefund(tx, now, refundId, step, { providerRef, closedAt: now, checkAt: null });
    if (refund && status === 'succeeded') await bookRefunded(tx, now, refund);
  });
}

/** Locks the payment of a refund. Locks the subscription of its order first, if it has one. */
async function lockOwner(tx: Tx, refundId: string): Promise<void> {
  const [owner] = await tx
    .select({ moneyId: moneyReceived.id, subscriptionId: orders.subscriptionId })
    .from(refunds)
    .innerJoin(moneyReceived, eq(moneyReceived.id, refunds.moneyId))
    .leftJoin(orders, eq(orders.id, moneyReceived.orderId))
    .where(eq(refunds.id, refundId));
  if (!owner) return;
  if (owner.subscriptionId) await lockSubscription(tx, owner.subscriptionId);
  await tx.select().from(moneyReceived).where(eq(moneyReceived.id, owner.moneyId)).for('update');
}

/**
 * Writes a full or partial refund of a payment. Reserves the amount first, so that refunds never exceed the
 * payment. Queues `sendRefund` for a charge. An operator refunds a bank transfer. The caller must hold the
 * subscription's lock.
 * @returns the refund's id; null if less than `amount` satang remains
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
  return openRefund(tx, now, { provider: money.provider, moneyId: money.id, amount, why: 'operator' });
}

/**
 * Locks and returns a refund with its payment and the subscription of its order; null if there is no such refund. The
 * functions below need the lock.
 */
export async function lockRefund(tx: Tx, refundId: string): Promise<typeof refunds.$inferSelect | null> {
  await lockOwner(tx, refundId);
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId)).for('update');
  return refund ?? null;
}

/**
 * Closes a manual refund that an operator has made. `made`: by whom, and the bank's reference of the transfer.
 * @returns the refund; null if it is not an open manual refund
 */
export async function confirmManualRefund(
  tx: Tx,
  now: Date,
  refundId: string,
  made: { takenBy: string; takenAt: Date; reference: string | null },
): Promise<typeof refunds.$inferSelect | null> {
  const step = { from: ['manual'], to: 'succeeded' } as const;
  const refund = await stepRefund(tx, now, refundId, step, { ...made, closedAt: now });
  if (refund) await bookRefunded(tx, now, refund);
  return refund;
}

/**
 * Withdraws a manual refund that was not made. Its amount can be refunded again.
 * @returns its order and amount (satang), whether the payment paid the order, and the sum (satang) of the payment's other
 *   refunds; null if it is not an open manual refund
 */
export async function withdrawManualRefund(
  tx: Tx,
  now: Date,
  refundId: string,
): Promise<{ orderId: string | null; amount: number; isKept: boolean; reserved: number } | null> {
  const closed = { closedAt: now, checkAt: null };
  const refund = await stepRefund(tx, now, refundId, { from: ['manual'], to: 'failed' }, closed);
  if (!refund) return null;
  const [money] = await tx
    .update(moneyReceived)
    .set({ reservedRefund: sql`${moneyReceived.reservedRefund} - ${refund.amount}` })
    .where(eq(moneyReceived.id, refund.moneyId))
    .returning();
  if (!money) throw new Error('the payment of a refund is missing');
  const { orderId, verdict, reservedRefund: reserved } = money;
  return { orderId, amount: refund.amount, isKept: verdict === 'kept', reserved };
}
