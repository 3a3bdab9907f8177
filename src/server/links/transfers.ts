import { eq, inArray } from 'drizzle-orm';
import { addDays, dayOf, startOfDay, type Day } from '@/domain/day';
import { isBooked, type TransferStatus } from '@/domain/payment';
import { referencesIn } from '@/domain/payment-link';
import { writeAudit } from '../lifecycle/audit';
import type { Ctx } from '../platform/context';
import { transaction, violatedConstraint, type Tx } from '../db';
import { bankTransfers, paymentLinks } from '../db/schema';
import { newId } from '../platform/ids';
import { lockSubscription } from '../lifecycle/locks';
import { findLinkById, type LinkCase } from './cases';
import { settleTransfer } from './settle-transfer';

/** One line of the bank's statement, or what the operator read there. */
export interface Transfer {
  /** The payment link's reference, as the statement has it: case, spaces and dashes don't matter. */
  reference: string;
  /** Satang. */
  amount: number;
  /** The day of the statement, on which it counts. */
  paidOn: Day;
  /** Identifies the line; booked once. */
  providerRef: string;
  /** What the export of the statement shows besides; see the table. */
  format?: string | null;
  bankId?: string | null;
  bankTime?: string | null;
  /** Who says so, for the audit: 'statement', 'operator' or 'operator:<name>'. */
  actor: string;
}

/** What came of it. `alreadyBooked`: this line was booked before, with this result, and nothing was written. */
export interface BookedTransfer {
  status: TransferStatus;
  alreadyBooked: boolean;
  transferId: string;
  orderId: string | null;
  /** Satang that the link asks for; null for an unknown reference. */
  expected: number | null;
}

type Row = typeof bankTransfers.$inferSelect;

/**
 * Books a bank transfer for the link whose reference it names, as any other money: paid on its own day, whenever we
 * learn of it. What names no link, another amount or an impossible day is not booked, only written down for the
 * operator; the same line may be judged again. A line that was booked is never booked again.
 * @param before runs first, under the lock of the order's subscription; what it throws ends the transaction. A line
 *   that it calls doubtful is not booked. `providerRef`: the line's identity by then.
 */
export async function bookTransfer(
  ctx: Ctx,
  transfer: Transfer,
  before?: (tx: Tx, orderId: string | null) => Promise<void | { isDoubtful: boolean; providerRef: string }>,
): Promise<BookedTransfer> {
  const work = async (tx: Tx) => {
    const found = await lockLink(tx, transfer.reference);
    const looked = await before?.(tx, found?.order.id ?? null);
    const { isDoubtful = false, providerRef = transfer.providerRef } = looked ?? {};
    return book(tx, ctx.now, { ...transfer, isDoubtful, providerRef }, found);
  };
  try {
    return await transaction(ctx.db, work);
  } catch (error) {
    // The same line at the same time: the other one has booked it.
    if (violatedConstraint(error) !== 'bank_transfers_provider_ref_unique') throw error;
    return transaction(ctx.db, work);
  }
}

async function book(
  tx: Tx,
  now: Date,
  transfer: Transfer & { isDoubtful: boolean },
  found: LinkCase | null,
): Promise<BookedTransfer> {
  const [earlier] = await tx
    .select()
    .from(bankTransfers)
    .where(eq(bankTransfers.providerRef, transfer.providerRef))
    .for('update');
  const expected = found?.link.amount ?? null;
  if (earlier && isBooked(earlier.status)) return toBookedTransfer(earlier, expected, true);
  const complaint = transfer.isDoubtful ? 'doubtful' : complaintAbout(now, transfer, found);
  const booked =
    complaint || !found
      ? null
      : await settleTransfer(tx, now, found, { ...transfer, paidAt: paidAt(now, transfer) });
  const status = complaint ?? booked?.status ?? 'unknown_reference';
  const orderId = found?.order.id ?? null;
  const isKnown = earlier?.status === status && earlier.orderId === orderId;
  if (isKnown) return toBookedTransfer(earlier, expected, false);
  const shown = earlier?.format ? earlier : transfer;
  const row = await write(tx, now, earlier, {
    ...{ providerRef: transfer.providerRef, amount: transfer.amount, actor: transfer.actor },
    ...{ paidOn: transfer.paidOn, status, orderId, moneyId: booked?.moneyId ?? null },
    ...{ reference: shown.reference, format: shown.format ?? null },
    ...{ bankId: shown.bankId ?? null, bankTime: shown.bankTime ?? null },
  });
  return toBookedTransfer(row, expected, false);
}

/** The one link that a text names, its subscription locked; null for none, or more than one. */
async function lockLink(tx: Tx, reference: string): Promise<LinkCase | null> {
  const named = referencesIn(reference);
  if (named.length === 0) return null;
  const links = await tx
    .select({ id: paymentLinks.id })
    .from(paymentLinks)
    .where(inArray(paymentLinks.reference, named));
  const [link] = links;
  if (!link || links.length > 1) return null;
  const before = await findLinkById(tx, link.id);
  if (!before || !(await lockSubscription(tx, before.subscription.id))) return null;
  return findLinkById(tx, link.id);
}

function complaintAbout(now: Date, transfer: Transfer, found: LinkCase | null): TransferStatus | null {
  if (!found) return 'unknown_reference';
  if (transfer.amount !== found.link.amount) return 'wrong_amount';
  const isPossible = transfer.paidOn >= dayOf(found.link.createdAt) && transfer.paidOn <= dayOf(now);
  return isPossible ? null : 'wrong_date';
}

/** The end of its day, or now if that is today. */
function paidAt(now: Date, { paidOn }: Transfer): Date {
  const end = new Date(startOfDay(addDays(paidOn, 1)).getTime() - 1);
  return end < now ? end : now;
}

async function write(
  tx: Tx,
  now: Date,
  earlier: Row | undefined,
  values: Omit<Row, 'id' | 'recordedAt'>,
): Promise<Row> {
  const id = earlier?.id ?? newId('transfer');
  const [row] = await tx
    .insert(bankTransfers)
    .values({ ...values, id, recordedAt: now })
    .onConflictDoUpdate({ target: bankTransfers.id, set: { ...values, recordedAt: now } })
    .returning();
  if (!row) throw new Error('a transfer was not written');
  await writeAudit(tx, now, {
    actor: values.actor,
    subject: values.orderId ?? row.id,
    what: `transfer.${values.status}`,
    detail: { transferId: row.id, amount: values.amount, paidOn: values.paidOn },
  });
  return row;
}

function toBookedTransfer(row: Row, expected: number | null, alreadyBooked: boolean): BookedTransfer {
  return { status: row.status, alreadyBooked, transferId: row.id, orderId: row.orderId, expected };
}
