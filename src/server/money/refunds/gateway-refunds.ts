import { and, eq } from 'drizzle-orm';
import { fitRefunds, matchRefunds, type ListedRefund } from '@/domain/refund';
import { systemNow } from '../../platform/clock';
import type { Ctx } from '../../platform/context';
import { transaction, type Tx } from '../../db';
import { moneyReceived, orders, refunds } from '../../db/schema';
import type { GatewayCharge } from '../../gateways/omise/charges';
import { listRefunds } from '../../gateways/omise/refunds';
import { log } from '../../platform/log';
import { lockSubscription } from '../../lifecycle/locks';
import { recordMadeRefund, stepRefund } from '../../lifecycle/refunds';
import { bookRefunded } from './book-refund';

type Money = typeof moneyReceived.$inferSelect;
type Refund = typeof refunds.$inferSelect;

/**
 * The time after which a claimed refund may be claimed again, because the process that claimed it has
 * stopped.
 */
const LEASE_MS = 3 * 60_000;

/** Whether a process has claimed the refund and may be sending it. */
export function isBeingSent({ status, requestedAt }: Refund): boolean {
  return (
    status === 'sent' && requestedAt !== null && systemNow().getTime() - requestedAt.getTime() < LEASE_MS
  );
}

/**
 * Records the refunds of a charge that the gateway lists. Closes refunds of this product that were made. Adds
 * refunds made elsewhere, for example at the gateway's dashboard. A repeated call for the same list changes
 * nothing.
 * @param sending the id of the refund that the caller has claimed
 * @returns `booked`: the number of added refunds; `tooMuch`: whether the refunds exceed the charge
 * @throws Error if the list can't be read, or while another process sends a refund of this charge
 */
export async function settleRefunds(
  { db, now }: Ctx,
  charge: Pick<GatewayCharge, 'chargeId' | 'refundedAmount' | 'refunds'>,
  sending: string | null = null,
): Promise<{ booked: number; tooMuch: boolean }> {
  const none = { booked: 0, tooMuch: false };
  if (charge.refundedAmount === 0 && charge.refunds?.length === 0) return none;
  const listed = charge.refunds ?? (await readRefunds(charge.chargeId));
  return transaction(db, async (tx) => {
    const money = await lockMoney(tx, charge.chargeId);
    if (!money) return none;
    const own = await lockRefunds(tx, money.id);
    const isSentElsewhere = (row: Refund) => row.id !== sending && isBeingSent(row);
    const { matched, foreign } = matchRefunds(
      own.map((row) => ({ ...row, isBeingSent: isSentElsewhere(row) })),
      listed,
    );
    if (foreign.length > 0 && own.some(isSentElsewhere))
      throw new Error('another process is sending a refund of this charge');
    for (const { id, ref } of matched) await confirmRefund(tx, now, own, { id, ref });
    let booked = 0;
    for (const refund of foreign)
      if (await bookForeignRefund(tx, now, money, refund, 'dashboard')) booked += 1;
    return { booked, tooMuch: booked < foreign.length };
  });
}

async function readRefunds(chargeId: string): Promise<ListedRefund[]> {
  const listed = await listRefunds(chargeId);
  if (listed.kind !== 'ok') throw new Error("the charge's refunds could not be read");
  return listed.value;
}

/**
 * Locks and returns the payment of a charge. Locks its subscription first, if it has one. Null without a
 * payment.
 */
export async function lockMoney(tx: Tx, chargeId: string): Promise<Money | null> {
  const find = () =>
    tx
      .select({ money: moneyReceived, subscriptionId: orders.subscriptionId })
      .from(moneyReceived)
      .leftJoin(orders, eq(orders.id, moneyReceived.orderId))
      .where(and(eq(moneyReceived.provider, 'omise'), eq(moneyReceived.providerRef, chargeId)));
  const [found] = await find();
  if (!found) return null;
  if (found.subscriptionId) await lockSubscription(tx, found.subscriptionId);
  const [money] = await tx
    .select()
    .from(moneyReceived)
    .where(eq(moneyReceived.id, found.money.id))
    .for('update');
  return money ?? null;
}

/**
 * Locks and returns the refunds of a payment, so that no refund is sent or closed before the transaction
 * ends.
 */
export async function lockRefunds(tx: Tx, moneyId: string): Promise<Refund[]> {
  return tx.select().from(refunds).where(eq(refunds.moneyId, moneyId)).orderBy(refunds.id).for('update');
}

/** Returns the sum of the completed refunds in satang. */
export function sumReturned(own: readonly Refund[]): number {
  return sumOf(own.filter(({ status }) => status === 'succeeded'));
}

const sumOf = (rows: readonly Refund[]): number => rows.reduce((sum, row) => sum + row.amount, 0);

/** Whether a member has taken a manual refund, and so may have transferred it. */
export const mayBeTransferred = ({ status, takenBy }: Refund): boolean =>
  status === 'manual' && takenBy !== null;

async function confirmRefund(tx: Tx, now: Date, own: Refund[], { id, ref }: { id: string; ref: string }) {
  const before = own.find((row) => row.id === id);
  if (!before) return;
  if (before.status === 'succeeded') {
    await tx.update(refunds).set({ providerRef: ref }).where(eq(refunds.id, id));
    return;
  }
  const closed = { providerRef: ref, closedAt: now, checkAt: null };
  const refund = await stepRefund(tx, now, id, { from: [before.status], to: 'succeeded' }, closed);
  if (refund) await bookRefunded(tx, now, refund);
}

/**
 * Records a refund that was not made by this product. A manual refund that a member has taken keeps its amount until it
 * is confirmed or withdrawn. The caller must hold the locks of `lockMoney`.
 * @returns false if the refunds would exceed the payment
 */
export async function bookForeignRefund(
  tx: Tx,
  now: Date,
  money: Money,
  made: Pick<ListedRefund, 'ref' | 'amount' | 'createdAt'>,
  why: 'dashboard' | 'dispute',
): Promise<boolean> {
  const own = await lockRefunds(tx, money.id);
  const taken = own.filter(mayBeTransferred);
  const left = money.amount - sumReturned(own) - sumOf(taken) - made.amount;
  if (left < 0) {
    log.error('payments.refunds_exceed_charge', { orderId: money.orderId ?? undefined });
    return false;
  }
  const open = own.filter(
    (row) => !['succeeded', 'failed', 'corrected'].includes(row.status) && !mayBeTransferred(row),
  );
  await fitOpenRefunds(tx, now, open, left);
  await tx
    .update(moneyReceived)
    .set({ reservedRefund: money.amount - left + Math.min(sumOf(open), left) })
    .where(eq(moneyReceived.id, money.id));
  const { ref: providerRef, amount } = made;
  const createdAt = made.createdAt < now ? made.createdAt : now;
  const refund = await recordMadeRefund(tx, now, { moneyId: money.id, amount, why, providerRef, createdAt });
  await bookRefunded(tx, now, refund);
  log.warn('payments.refund_made_elsewhere', { orderId: money.orderId ?? undefined });
  return true;
}

/**
 * Reduces open refunds so that their sum is at most the remaining amount `left`. A refund above it was
 * certainly not made, because the gateway refuses it.
 */
async function fitOpenRefunds(tx: Tx, now: Date, open: Refund[], left: number): Promise<void> {
  for (const { id, amount } of fitRefunds(open, left)) {
    const from = open.filter((row) => row.id === id).map(({ status }) => status);
    if (amount === 0) await stepRefund(tx, now, id, { from, to: 'failed' }, { closedAt: now, checkAt: null });
    else if (from.includes('manual')) await stepRefund(tx, now, id, { from, to: 'manual' }, { amount });
    else await stepRefund(tx, now, id, { from, to: 'created' }, { amount, sentAt: null, checkAt: now });
  }
}
