import { and, asc, desc, eq, inArray, isNull, like, or, sql } from 'drizzle-orm';
import { dayOf, type Day } from '@/domain/day';
import { BOOKED_TRANSFER_STATUSES, isBooked } from '@/domain/payment';
import { plainReference } from '@/domain/payment-link';
import { canBeConfirmed } from '@/domain/statement';
import { transaction, type Tx } from '../db';
import { bankTransfers, moneyReceived, orders, paymentLinks } from '../db/schema';
import { bookTransfer, type BookedTransfer } from '../links/transfers';
import { auditOperator, baht, OperatorRefusal, type OperatorCtx } from './operator';
import { readStatement } from './statement-file';
import { BY_HAND, identifyStatement, identifyUnnamed, type IdentifiedLine } from './statement-lines';

/**
 * Records a bank transfer that the operator has seen on the account. A repeated call changes nothing; a wrong amount records
 * nothing.
 * @param transfer `target`: the link's reference or the order; `line`: the bank's id of the line, or the id of a listed
 *   transfer
 * @throws OperatorRefusal
 */
export async function confirmTransfer(
  ctx: OperatorCtx,
  transfer: { target: string; amount: number; paidOn: Day | null; line: string | null },
): Promise<BookedTransfer & { reference: string; paidOn: Day }> {
  const { target, amount, line } = transfer;
  const reference = target.startsWith('ord_') ? await referenceOf(ctx, target) : target;
  if (plainReference(reference) === '') throw new OperatorRefusal(`${reference} is not a payment reference.`);
  const listed = line === null ? null : await findLine(ctx, line, transfer);
  const paidOn = listed?.paidOn ?? transfer.paidOn ?? dayOf(ctx.now);
  const providerRef =
    listed?.providerRef ??
    `${BY_HAND}${line === null ? `${plainReference(reference)}:${paidOn}` : `line:${line}`}`;
  const bankId = listed ? listed.bankId : line;
  const named = { reference, amount, paidOn, providerRef, bankId, actor: ctx.operator };
  const booked = await bookTransfer(ctx, named, async (tx, orderId) => {
    if (line === null && orderId) await refuseSecond(tx, orderId, providerRef);
  });
  return { ...booked, reference, paidOn };
}

/**
 * Finds the line of an imported statement that the operator names.
 * @throws OperatorRefusal if the statement shows another amount or day
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
  if (!row && line.startsWith('trf_')) throw new OperatorRefusal(`There is no transfer ${line}.`);
  if (!row) return null;
  const isShown = row.format !== null;
  if (isShown && (row.amount !== amount || (paidOn !== null && row.paidOn !== paidOn)))
    throw new OperatorRefusal(`That line of the statement has ${baht(row.amount)} on ${row.paidOn}.`);
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
  throw new OperatorRefusal(
    order
      ? `This order is ${order.status} and has no payment link, so it cannot be paid by transfer.`
      : `There is no order ${orderId}.`,
  );
}

/** Refuses a second transfer for an order: most likely it is the booked one with another day or from a statement. */
async function refuseSecond(tx: Tx, orderId: string, providerRef: string): Promise<void> {
  const booked = await tx
    .select()
    .from(bankTransfers)
    .where(
      and(eq(bankTransfers.orderId, orderId), inArray(bankTransfers.status, [...BOOKED_TRANSFER_STATUSES])),
    );
  const [before] = booked;
  if (!before || booked.some((row) => row.providerRef === providerRef)) return;
  throw new OperatorRefusal(
    `A transfer of ${baht(before.amount)} on ${before.paidOn} is already booked for this order. ` +
      "For a second transfer import the statement, or add --line with the bank's id of the line.",
  );
}

export type ImportedLine = IdentifiedLine & BookedTransfer;

export interface ImportResult {
  matched: ImportedLine[];
  /** `duplicate` and `late`: booked, to be sent back by hand. */
  toSendBack: ImportedLine[];
  /** `wrong_amount` and `wrong_date`: not booked. */
  mismatched: ImportedLine[];
  unknown: ImportedLine[];
  /** Not booked, because the transfer may already be booked. */
  doubtful: ImportedLine[];
  /** Known from an earlier import or confirmed by hand; nothing was changed. */
  alreadyBooked: ImportedLine[];
  unreadable: { row: number; text: string }[];
  others: number;
}

/**
 * Records every line of a bank statement once, also if it is imported repeatedly or in another format. Lines that do not
 * match are listed, not guessed.
 * @throws OperatorRefusal for a file that is not a statement
 */
export async function importStatement(ctx: OperatorCtx, text: string): Promise<ImportResult> {
  const { lines, unreadable, others } = readStatement(text);
  const imported: ImportedLine[] = [];
  let newLines = 0;
  for (const found of await identifyStatement(ctx.db, lines)) {
    let [line, isNew] = [found, false];
    const named = { ...found, bankTime: found.time, actor: 'statement' };
    const booked = await bookTransfer(ctx, named, async (tx, orderId) => {
      line = orderId === null ? await identifyUnnamed(tx, found, lines) : found;
      const identified = await identifyConfirmed(tx, line, orderId);
      isNew = identified.isNew;
      return { ...identified, providerRef: line.providerRef };
    });
    if (isNew) newLines += 1;
    imported.push({ ...line, ...booked });
  }
  const those = (...statuses: BookedTransfer['status'][]) =>
    imported.filter(({ status }) => statuses.includes(status));
  const fresh = ({ alreadyBooked }: ImportedLine) => !alreadyBooked;
  const result: ImportResult = {
    matched: those('matched').filter(fresh),
    toSendBack: those('duplicate', 'late').filter(fresh),
    mismatched: those('wrong_amount', 'wrong_date'),
    unknown: those('unknown_reference'),
    doubtful: those('doubtful'),
    alreadyBooked: those(...BOOKED_TRANSFER_STATUSES).filter((line) => line.alreadyBooked),
    unreadable,
    others,
  };
  if (newLines > 0) {
    const detail = { lines: lines.length, newLines, matched: result.matched.length };
    await transaction(ctx.db, (tx) =>
      auditOperator(tx, ctx, { subject: 'statement', what: 'statement.imported', detail }),
    );
  }
  return result;
}

/**
 * Identifies a line with the transfer of its order that an operator confirmed by hand: the record takes the identity of
 * the line, and is booked once. A line that may be another transfer than the confirmed one is doubtful.
 */
async function identifyConfirmed(
  tx: Tx,
  line: IdentifiedLine,
  orderId: string | null,
): Promise<{ isNew: boolean; isDoubtful: boolean }> {
  const { providerRef, amount, paidOn, reference, format, bankId, time, isDoubtful } = line;
  const shown = { reference, paidOn, format, bankId, bankTime: time };
  const [known] = await tx.select().from(bankTransfers).where(eq(bankTransfers.providerRef, providerRef));
  if (known && isBooked(known.status)) {
    if (known.format === null)
      await tx.update(bankTransfers).set(shown).where(eq(bankTransfers.id, known.id));
    return { isNew: false, isDoubtful };
  }
  const confirmed = orderId === null ? [] : await listConfirmed(tx, orderId, amount);
  const same = confirmed.find((row) => canBeConfirmed(line, row));
  if (known || !same) return { isNew: !known, isDoubtful: isDoubtful || confirmed.length > 0 };
  await tx
    .update(bankTransfers)
    .set({ ...shown, providerRef })
    .where(eq(bankTransfers.id, same.id));
  if (same.moneyId)
    await tx.update(moneyReceived).set({ providerRef }).where(eq(moneyReceived.id, same.moneyId));
  return { isNew: true, isDoubtful };
}

/** Returns the transfers of an order that were confirmed by hand and not yet found in a statement. */
function listConfirmed(tx: Tx, orderId: string, amount: number) {
  return tx
    .select()
    .from(bankTransfers)
    .where(
      and(
        like(bankTransfers.providerRef, `${BY_HAND}%`),
        isNull(bankTransfers.format),
        eq(bankTransfers.orderId, orderId),
        eq(bankTransfers.amount, amount),
        inArray(bankTransfers.status, [...BOOKED_TRANSFER_STATUSES]),
      ),
    )
    .orderBy(asc(bankTransfers.recordedAt))
    .for('update');
}
