import { and, desc, eq, inArray, like, or, sql } from 'drizzle-orm';
import { dayOf, type Day } from '@/domain/day';
import { BOOKED_TRANSFER_STATUSES, UNBOOKED_TRANSFER_STATUSES } from '@/domain/payment';
import { plainReference } from '@/domain/payment-link';
import { type Tx } from '../../db';
import { bankTransfers, orders, paymentLinks } from '../../db/schema';
import { requireStaffMay } from '../../lifecycle/staff-limits';
import { BY_SLIP, bookTransfer, type BookedTransfer } from '../../money/payment-links/book-transfer';
import { baht, OperatorRefusal, type OperatorCtx } from './operator';
import { BY_HAND } from './statement-lines';

/**
 * Records a bank transfer that the operator found on the bank account. A repeated call changes nothing. A transfer that a
 * slip named, and that waits for a decision, is that one.
 * @param transfer `target`: the reference of the payment link, or the order id. `amount`: satang. `paidOn`: the day of
 *   the transfer; null for the day in the statement, or today without a statement. `line`: the bank's id of the
 *   statement line, or the id of a transfer in the list of `stuck`; null if unknown
 * @throws OperatorRefusal; AppError OWN_ACCOUNT
 */
export async function confirmTransfer(
  ctx: OperatorCtx,
  transfer: { target: string; amount: number; paidOn: Day | null; line: string | null },
): Promise<BookedTransfer & { reference: string; paidOn: Day }> {
  const { target, amount, line } = transfer;
  const reference = target.startsWith('ord_') ? await referenceOf(ctx, target) : target;
  if (plainReference(reference) === '') throw new OperatorRefusal('notReference', { reference });
  const listed = line === null ? null : await findLine(ctx, line, transfer);
  const paidOn = listed?.paidOn ?? transfer.paidOn ?? dayOf(ctx.now);
  const providerRef =
    listed?.providerRef ??
    `${BY_HAND}${line === null ? `${plainReference(reference)}:${paidOn}` : `line:${line}`}`;
  const bankId = listed ? listed.bankId : line;
  const named = { reference, amount, paidOn, providerRef, bankId, actor: ctx.operator };
  const booked = await bookTransfer(ctx, named, async (tx, orderId) => {
    if (!orderId) return;
    await refuseOwn(tx, ctx, orderId);
    if (line !== null) return;
    await refuseSecond(tx, orderId, providerRef);
    const slip = await findListedSlip(tx, orderId, amount);
    if (slip !== null) return { isDoubtful: false, providerRef: slip };
  });
  return { ...booked, reference, paidOn };
}

/**
 * Returns the recorded transfer with the bank id or transfer id `line`; null if no such transfer is recorded.
 * @throws OperatorRefusal for an unknown transfer id, or if an imported statement has another amount or day
 */
async function findLine(
  { db }: OperatorCtx,
  line: string,
  { amount, paidOn }: { amount: number; paidOn: Day | null },
): Promise<{ providerRef: string; paidOn: Day; bankId: string | null } | null> {
  const [row] = await db
    .select()
    .from(bankTransfers)
    .where(or(eq(bankTransfers.bankId, line), eq(bankTransfers.id, line)))
    .orderBy(desc(bankTransfers.recordedAt))
    .limit(1);
  if (!row && line.startsWith('trf_')) throw new OperatorRefusal('noSuchTransfer', { id: line });
  if (!row) return null;
  const isShown = row.format !== null;
  if (isShown && (row.amount !== amount || (paidOn !== null && row.paidOn !== paidOn)))
    throw new OperatorRefusal('otherLine', { amount: baht(row.amount), day: row.paidOn });
  const { providerRef, bankId } = row;
  return { providerRef, bankId, paidOn: isShown ? row.paidOn : (paidOn ?? row.paidOn) };
}

async function referenceOf({ db }: OperatorCtx, orderId: string): Promise<string> {
  const [link] = await db
    .select({ reference: paymentLinks.reference })
    .from(paymentLinks)
    .where(eq(paymentLinks.orderId, orderId))
    .orderBy(desc(sql`${paymentLinks.status} = 'open'`), desc(paymentLinks.createdAt))
    .limit(1);
  if (link) return link.reference;
  const [order] = await db.select({ status: orders.status }).from(orders).where(eq(orders.id, orderId));
  throw order ? new OperatorRefusal('noLink') : new OperatorRefusal('noSuchOrder', { id: orderId });
}

/** Locks and returns the key of the transfer that a slip of the order named, and that is not booked; null without one. */
async function findListedSlip(tx: Tx, orderId: string, amount: number): Promise<string | null> {
  const [row] = await tx
    .select({ providerRef: bankTransfers.providerRef })
    .from(bankTransfers)
    .where(
      and(
        like(bankTransfers.providerRef, `${BY_SLIP}%`),
        eq(bankTransfers.orderId, orderId),
        eq(bankTransfers.amount, amount),
        inArray(bankTransfers.status, [...UNBOOKED_TRANSFER_STATUSES]),
      ),
    )
    .orderBy(desc(bankTransfers.recordedAt))
    .limit(1)
    .for('update');
  return row?.providerRef ?? null;
}

/** @throws AppError OWN_ACCOUNT for an order of the member: another member has to find its transfer in the bank account */
async function refuseOwn(tx: Tx, { now, operator }: OperatorCtx, orderId: string): Promise<void> {
  const [order] = await tx.select({ accountId: orders.accountId }).from(orders).where(eq(orders.id, orderId));
  await requireStaffMay(tx, now, operator, { accountId: order?.accountId ?? null });
}

/**
 * Throws OperatorRefusal if another transfer is already booked for the order. The operator probably confirms the booked
 * transfer a second time, with another day.
 */
async function refuseSecond(tx: Tx, orderId: string, providerRef: string): Promise<void> {
  const booked = await tx
    .select()
    .from(bankTransfers)
    .where(
      and(eq(bankTransfers.orderId, orderId), inArray(bankTransfers.status, [...BOOKED_TRANSFER_STATUSES])),
    );
  const [before] = booked;
  if (!before || booked.some((row) => row.providerRef === providerRef)) return;
  throw new OperatorRefusal('secondTransfer', { amount: baht(before.amount), day: before.paidOn });
}
