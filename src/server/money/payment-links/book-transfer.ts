import { eq, inArray, sql } from 'drizzle-orm';
import { addDays, dayOf, startOfDay, type Day } from '@/domain/day';
import { isBooked, type TransferStatus } from '@/domain/payment';
import { referencesIn } from '@/domain/payment-link';
import { writeAudit } from '../../lifecycle/audit';
import type { Ctx } from '../../platform/context';
import { transaction, violatedConstraint, type Tx } from '../../db';
import { bankTransfers, paymentLinks } from '../../db/schema';
import { newId } from '../../platform/ids';
import { lockSubscription } from '../../lifecycle/locks';
import { findLinkById, type LinkRows } from './queries';
import { settleTransfer } from './settle-transfer';

/** A line of a bank statement, from an import or entered by the operator. */
export interface Transfer {
  /** The payment link's reference as in the statement. Case, spaces and dashes are ignored. */
  reference: string;
  /** The amount in satang. */
  amount: number;
  /** The day of the transfer in the statement. */
  paidOn: Day;
  /** The identity of the statement line. A line is booked only once. */
  providerRef: string;
  /** Further fields of the statement's export; see the table `bank_transfers`. */
  format?: string | null;
  bankId?: string | null;
  bankTime?: string | null;
  /** The actor in the audit log: 'statement', 'operator' or 'operator:<name>'. */
  actor: string;
}

/**
 * The result of a booking. `alreadyBooked`: an earlier call booked the statement line, and this call wrote
 * nothing.
 */
export interface BookedTransfer {
  status: TransferStatus;
  alreadyBooked: boolean;
  transferId: string;
  orderId: string | null;
  /** The number of the link's order; null for an unknown reference. */
  orderNumber: number | null;
  /** The link's amount in satang; null for an unknown reference. */
  expected: number | null;
}

type Row = typeof bankTransfers.$inferSelect;

/** The key of a transfer that a slip booked. A later statement line of the same transfer takes its place. */
export const BY_SLIP = 'manual:slip:';

/**
 * Keeps others from recording transfers of some days and amounts, until the transaction ends. Call it after the subscription
 * was locked.
 */
export async function lockTransfersOf(tx: Tx, transfers: readonly Pick<Transfer, 'paidOn' | 'amount'>[]) {
  const names = [...new Set(transfers.map(({ paidOn, amount }) => `statement:${paidOn}:${amount}`))];
  // In one order, so that two imports never wait for each other.
  await tx.execute(sql`select pg_advisory_xact_lock(key) from (select distinct hashtextextended(name, 0) as key
    from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) name order by 1) keys`);
}

/**
 * Records a bank transfer as the payment of the link with its reference, on the day of the transfer. If the
 * reference is unknown, the amount wrong or the day impossible, the line is only listed for the operator.
 * Such a line can be recorded later. A booked line is never booked again.
 * @param before runs first, while the order's subscription is locked. If it throws, the transaction is rolled
 *   back. It returns the current `providerRef` of the line, and whether the line is doubtful. A doubtful line
 *   is not booked.
 * @param run `rehearse` to book nothing
 */
export async function bookTransfer(
  ctx: Ctx,
  transfer: Transfer,
  before?: (tx: Tx, orderId: string | null) => Promise<void | { isDoubtful: boolean; providerRef: string }>,
  run: typeof transaction = transaction,
): Promise<BookedTransfer> {
  const work = async (tx: Tx) => {
    const found = await lockLink(tx, transfer.reference);
    const checked = await before?.(tx, found?.order.id ?? null);
    const { isDoubtful = false, providerRef = transfer.providerRef } = checked ?? {};
    return book(tx, ctx.now, { ...transfer, isDoubtful, providerRef }, found);
  };
  try {
    return await run(ctx.db, work);
  } catch (error) {
    // A concurrent call has booked the same line; return its result.
    if (violatedConstraint(error) !== 'bank_transfers_provider_ref_unique') throw error;
    return run(ctx.db, work);
  }
}

async function book(
  tx: Tx,
  now: Date,
  transfer: Transfer & { isDoubtful: boolean },
  found: LinkRows | null,
): Promise<BookedTransfer> {
  const [earlier] = await tx
    .select()
    .from(bankTransfers)
    .where(eq(bankTransfers.providerRef, transfer.providerRef))
    .for('update');
  if (earlier && isBooked(earlier.status)) return toBookedTransfer(earlier, found, true);
  // A slip named the order of a line that names none.
  if (earlier?.orderId && !found) return toBookedTransfer(earlier, found, false);
  const problem = transfer.isDoubtful ? 'doubtful' : findProblem(now, transfer, found);
  const booked =
    problem || !found
      ? null
      : await settleTransfer(tx, now, found, { ...transfer, paidAt: paidAt(now, transfer) });
  const status = problem ?? booked?.status ?? 'unknown_reference';
  const orderId = found?.order.id ?? null;
  const isKnown = earlier?.status === status && earlier.orderId === orderId;
  if (isKnown) return toBookedTransfer(earlier, found, false);
  const exported = earlier?.format ? earlier : transfer;
  const row = await write(tx, now, earlier, {
    providerRef: transfer.providerRef,
    amount: transfer.amount,
    actor: transfer.actor,
    paidOn: transfer.paidOn,
    status,
    orderId,
    moneyId: booked?.moneyId ?? null,
    reference: exported.reference,
    format: exported.format ?? null,
    bankId: exported.bankId ?? null,
    bankTime: exported.bankTime ?? null,
  });
  return toBookedTransfer(row, found, false);
}

/**
 * Finds the link whose reference a text contains, and locks its subscription.
 * @returns the link; null if the text matches no link or several links
 */
async function lockLink(tx: Tx, reference: string): Promise<LinkRows | null> {
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

function findProblem(now: Date, transfer: Transfer, found: LinkRows | null): TransferStatus | null {
  if (!found) return 'unknown_reference';
  if (transfer.amount !== found.link.amount) return 'wrong_amount';
  const isPossible = transfer.paidOn >= dayOf(found.link.createdAt) && transfer.paidOn <= dayOf(now);
  return isPossible ? null : 'wrong_date';
}

/** Returns the time of payment: the end of the transfer's day, or `now` if that day has not ended. */
export function paidAt(now: Date, { paidOn }: Pick<Transfer, 'paidOn'>): Date {
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

function toBookedTransfer(row: Row, found: LinkRows | null, alreadyBooked: boolean): BookedTransfer {
  return {
    status: row.status,
    alreadyBooked,
    transferId: row.id,
    orderId: row.orderId,
    orderNumber: found?.order.orderNumber ?? null,
    expected: found?.link.amount ?? null,
  };
}
