import { and, asc, desc, eq, inArray, like, sql } from 'drizzle-orm';
import { dayOf, type Day } from '@/domain/day';
import { BOOKED_TRANSFER_STATUSES } from '@/domain/payment';
import { plainReference } from '@/domain/payment-link';
import { transaction, type Tx } from '../db/client';
import { bankTransfers, moneyReceived, orders, paymentLinks } from '../db/schema';
import { bookTransfer, type BookedTransfer } from '../payments/transfers';
import { auditOperator, baht, OperatorRefusal, type OperatorCtx } from './operator';
import { lineRef, readStatement, type StatementLine } from './statement-file';

const BY_HAND = 'manual:';

/**
 * Confirms a bank transfer that somebody has seen on the account. Said twice it changes nothing; another sum than is
 * owed books nothing.
 * @param transfer `target`: the link's reference or the order; `line`: the bank's own id of the line, if it has one
 * @throws OperatorRefusal
 */
export async function confirmTransfer(
  ctx: OperatorCtx,
  transfer: { target: string; amount: number; paidOn: Day | null; line: string | null },
): Promise<BookedTransfer & { reference: string; paidOn: Day }> {
  const { target, amount, line } = transfer;
  const paidOn = transfer.paidOn ?? dayOf(ctx.now);
  const reference = target.startsWith('ord_') ? await referenceOf(ctx, target) : target;
  if (plainReference(reference) === '') throw new OperatorRefusal(`${reference} is no reference.`);
  const providerRef = line ? lineRef(line) : `${BY_HAND}${plainReference(reference)}:${paidOn}`;
  const named = { reference, amount, paidOn, providerRef, actor: ctx.operator };
  const booked = await bookTransfer(ctx, named, async (tx, orderId) => {
    if (line === null && orderId) await refuseSecond(tx, orderId, providerRef);
  });
  return { ...booked, reference, paidOn };
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
      ? `This order is ${order.status} and was never to be paid by transfer: it has no payment link.`
      : `There is no order ${orderId}.`,
  );
}

/** A transfer that was booked for the same order is most likely this one, on another day or by the statement. */
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
    `A transfer of ${baht(before.amount)} on ${before.paidOn} is booked for this order already. ` +
      "If a second one came, import the statement, or add --line with the bank's id of that line.",
  );
}

export type ImportedLine = StatementLine & BookedTransfer;

export interface ImportAnswer {
  matched: ImportedLine[];
  /** duplicate and late: booked, to be sent back by hand. */
  toSendBack: ImportedLine[];
  /** wrong_amount and wrong_date: not booked, now or by an earlier import. */
  mismatched: ImportedLine[];
  unknown: ImportedLine[];
  /** Known from an earlier import or confirmed by hand; nothing was changed. */
  alreadyBooked: ImportedLine[];
  unreadable: { row: number; text: string }[];
  others: number;
}

/**
 * Books every line of the bank's statement, each once, however often it is imported. What doesn't match is listed
 * and never guessed.
 * @throws OperatorRefusal for a file that is no statement
 */
export async function importStatement(ctx: OperatorCtx, text: string): Promise<ImportAnswer> {
  const { lines, unreadable, others } = readStatement(text);
  const imported: ImportedLine[] = [];
  let newLines = 0;
  for (const line of lines) {
    const { reference, amount, paidOn, providerRef } = line;
    const named = { reference, amount, paidOn, providerRef, actor: 'statement' };
    let isNew = false;
    const booked = await bookTransfer(ctx, named, async (tx, orderId) => {
      isNew = await takeOver(tx, line, orderId);
    });
    if (isNew) newLines += 1;
    imported.push({ ...line, ...booked });
  }
  const those = (...statuses: BookedTransfer['status'][]) =>
    imported.filter(({ status }) => statuses.includes(status));
  const fresh = ({ alreadyBooked }: ImportedLine) => !alreadyBooked;
  const answer: ImportAnswer = {
    matched: those('matched').filter(fresh),
    toSendBack: those('duplicate', 'late').filter(fresh),
    mismatched: those('wrong_amount', 'wrong_date'),
    unknown: those('unknown_reference'),
    alreadyBooked: those(...BOOKED_TRANSFER_STATUSES).filter((line) => line.alreadyBooked),
    unreadable,
    others,
  };
  if (newLines > 0) {
    const detail = { lines: lines.length, newLines, matched: answer.matched.length };
    await transaction(ctx.db, (tx) =>
      auditOperator(tx, ctx, { subject: 'statement', what: 'statement.imported', detail }),
    );
  }
  return answer;
}

/**
 * A transfer of the order that was confirmed by hand is taken to be this line: from now on it goes by the line's own
 * name, and is booked once.
 * @returns whether no statement had this line before
 */
async function takeOver(
  tx: Tx,
  { providerRef, amount }: StatementLine,
  orderId: string | null,
): Promise<boolean> {
  const [known] = await tx
    .select({ id: bankTransfers.id })
    .from(bankTransfers)
    .where(eq(bankTransfers.providerRef, providerRef));
  if (known || orderId === null) return !known;
  const [same] = await tx
    .select()
    .from(bankTransfers)
    .where(
      and(
        like(bankTransfers.providerRef, `${BY_HAND}%`),
        eq(bankTransfers.orderId, orderId),
        eq(bankTransfers.amount, amount),
        inArray(bankTransfers.status, [...BOOKED_TRANSFER_STATUSES]),
      ),
    )
    .orderBy(asc(bankTransfers.recordedAt))
    .limit(1)
    .for('update');
  if (!same) return true;
  await tx.update(bankTransfers).set({ providerRef }).where(eq(bankTransfers.id, same.id));
  if (same.moneyId)
    await tx.update(moneyReceived).set({ providerRef }).where(eq(moneyReceived.id, same.moneyId));
  return true;
}
