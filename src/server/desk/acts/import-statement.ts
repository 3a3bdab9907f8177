import { and, asc, eq, inArray, isNull, like, sql } from 'drizzle-orm';
import { BOOKED_TRANSFER_STATUSES, isBooked } from '@/domain/payment';
import { canBeConfirmed } from '@/domain/statement';
import { rehearse, transaction, type Tx } from '../../db';
import { groupBy } from '@/domain/group-by';
import { bankTransfers, moneyReceived } from '../../db/schema';
import {
  BY_SLIP,
  bookTransfer,
  lockTransfersOf,
  type BookedTransfer,
} from '../../money/payment-links/book-transfer';
import { compareStatement } from '../../money/payouts/compare-payouts';
import { auditOperator, type OperatorCtx } from './operator';
import { recordUnnamed } from './record-unnamed';
import type { Report } from './statement-progress';
import { readStatement, type Layout, type StatementLine, type StatementSource } from './statement-file';
import {
  BY_HAND,
  identifyLocked,
  identifyStatement,
  linkFinder,
  sumOf,
  type IdentifiedLine,
} from './statement-lines';

export type ImportedLine = IdentifiedLine & BookedTransfer;

export interface ImportResult {
  matched: ImportedLine[];
  /** Booked transfers with the status `duplicate` or `late`. The operator must send the money back manually. */
  toSendBack: ImportedLine[];
  /** Transfers with the status `wrong_amount` or `wrong_date`. They are not booked. */
  mismatched: ImportedLine[];
  unknown: ImportedLine[];
  /** Transfers that were not booked now, because an earlier record may be the same transfer. */
  doubtful: ImportedLine[];
  /** Transfers that an earlier import booked, or that an operator confirmed. They are not booked again. */
  alreadyBooked: ImportedLine[];
  unreadable: { row: number; text: string }[];
  others: number;
}

interface ImportOptions {
  /** Whether to return what an import would do, and to record nothing. */
  isPreview?: boolean;
  /** The remembered layouts. */
  layouts?: readonly Layout[];
  /** Is called after each part of the lines. */
  report?: Report;
}

/** The lines without a payment link that one transaction records. */
const RECORDED_AT_ONCE = 500;
/** The lines with a payment link after which the import reports how far it is. */
const REPORTED_AFTER = 50;

/**
 * Imports a bank statement: records its lines and marks the matched orders as paid. Records every line only once, also
 * after a repeated import or an import in another format.
 * @throws OperatorRefusal for a file that is not a statement
 */
export async function importStatement(
  ctx: OperatorCtx,
  source: StatementSource,
  { isPreview = false, layouts = [], report = () => Promise.resolve() }: ImportOptions = {},
): Promise<ImportResult> {
  const { lines, unreadable, others } = await readStatement(source, layouts);
  const run = isPreview ? rehearse : transaction;
  const imported = await bookLines(ctx, lines, run, report);
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
  if (isPreview) return result;
  const newLines = imported.filter(({ isNew }) => isNew).length;
  if (newLines > 0) {
    const detail = { lines: lines.length, newLines, matched: result.matched.length };
    await transaction(ctx.db, (tx) =>
      auditOperator(tx, ctx, { subject: 'statement', what: 'statement.imported', detail }),
    );
  }
  await compareStatement(ctx.db);
  return result;
}

/** Books the lines that name a payment link one by one, and records the others in sets. */
async function bookLines(
  ctx: OperatorCtx,
  lines: StatementLine[],
  run: typeof transaction,
  report: Report,
): Promise<(ImportedLine & { isNew: boolean })[]> {
  const linesOfSum = groupBy(lines, sumOf);
  const bookOne = async (found: IdentifiedLine) => {
    let [line, isNew] = [found, false];
    const named = { ...found, bankTime: found.time, actor: 'statement' };
    const before = async (tx: Tx, orderId: string | null) => {
      line = orderId === null ? await identifyLocked(tx, found, linesOfSum.get(sumOf(found)) ?? []) : found;
      const identified = await identifyConfirmed(tx, line, orderId);
      ({ isNew } = identified);
      return { ...identified, providerRef: line.providerRef };
    };
    const booked = await bookTransfer(ctx, named, before, run);
    return { ...line, ...booked, isNew };
  };
  const linkIn = await linkFinder(
    ctx.db,
    lines.map(({ reference }) => reference),
  );
  const [unnamed, named]: [StatementLine[], StatementLine[]] = [[], []];
  for (const line of lines) (linkIn(line.reference) === null ? unnamed : named).push(line);
  const namedSums = new Set(named.map(sumOf));
  const identified = await identifyStatement(
    ctx.db,
    lines.filter((line) => namedSums.has(sumOf(line))),
  );
  const imported: (ImportedLine & { isNew: boolean })[] = [];
  const paid = new Set<string>();
  const whole = lines.length;
  for (const line of identified.filter(({ link }) => link !== null)) {
    if (imported.length % REPORTED_AFTER === 0) await report({ done: imported.length, whole });
    const booked = await bookOne(line);
    // In a preview the first line of an order has not paid it.
    const isSecond = booked.status === 'matched' && paid.has(booked.orderId ?? '') && !booked.alreadyBooked;
    if (booked.status === 'matched' && booked.orderId) paid.add(booked.orderId);
    imported.push(isSecond ? { ...booked, status: 'duplicate' } : booked);
  }
  const sums = [
    ...groupBy(
      unnamed.toSorted((a, b) => a.paidOn.localeCompare(b.paidOn)),
      sumOf,
    ),
  ];
  while (sums.length > 0) {
    await report({ done: imported.length, whole });
    const part: StatementLine[] = [];
    while (sums.length > 0 && part.length < RECORDED_AT_ONCE)
      for (const line of linesOfSum.get(sums.shift()?.[0] ?? '') ?? []) part.push(line);
    const { recorded, special } = await recordUnnamed(ctx, part, run);
    for (const line of recorded) imported.push(line);
    for (const line of special) imported.push(await bookOne(line));
  }
  return imported.toSorted((a, b) => a.row - b.row);
}

/**
 * Matches a statement line with a transfer that an operator confirmed for the same order. After a match, writes the
 * line's reference, day and bank id to the record of the transfer, so that the transfer is booked only once.
 * @returns `isNew`: no earlier import recorded the line. `isDoubtful`: it is unclear whether the line is a confirmed
 *   transfer
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
  const slipped = await listSlipped(tx, line);
  // Each slip of the minute was verified, so that each line takes the place of one.
  const [unnamed] = slipped;
  const confirmed = orderId === null ? [] : await listConfirmed(tx, orderId, amount);
  const ofOrder = () => slipped.find((row) => row.orderId === orderId);
  const same = orderId === null ? unnamed : (confirmed.find((row) => canBeConfirmed(line, row)) ?? ofOrder());
  // A slip of this transfer was taken for another order.
  if (!known && !same && slipped.length > 0) return { isNew: true, isDoubtful: true };
  if (known || !same) return { isNew: !known, isDoubtful: isDoubtful || confirmed.length > 0 };
  await tx
    .update(bankTransfers)
    .set({ ...shown, providerRef })
    .where(eq(bankTransfers.id, same.id));
  if (same.moneyId)
    await tx.update(moneyReceived).set({ providerRef }).where(eq(moneyReceived.id, same.moneyId));
  return { isNew: true, isDoubtful };
}

/** Locks and returns the transfers of a line's amount and minute that a slip named and no imported statement contained. */
async function listSlipped(tx: Tx, { amount, paidOn, time }: IdentifiedLine) {
  if (time === null) return [];
  await lockTransfersOf(tx, [{ amount, paidOn }]);
  return tx
    .select()
    .from(bankTransfers)
    .where(
      and(
        like(bankTransfers.providerRef, `${BY_SLIP}%`),
        isNull(bankTransfers.format),
        eq(bankTransfers.amount, amount),
        eq(bankTransfers.paidOn, paidOn),
        sql`left(${bankTransfers.bankTime}, 5) = ${time.slice(0, 5)}`,
      ),
    )
    .orderBy(asc(bankTransfers.recordedAt))
    .for('update');
}

/** Locks and returns the transfers of an order that an operator confirmed and no imported statement contained. */
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
