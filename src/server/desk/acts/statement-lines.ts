import { createHash } from 'node:crypto';
import { setImmediate as giveWay } from 'node:timers/promises';
import { and, between, eq, or, sql } from 'drizzle-orm';
import { groupBy } from '@/domain/group-by';
import { referencesIn } from '@/domain/payment-link';
import { identifyLines, type LineIdentity } from '@/domain/statement';
import type { RecordedTransfer, StatementTransfer } from '@/domain/statement-transfer';
import type { Db, Tx } from '../../db';
import { isAmong } from '../../db/among';
import { bankTransfers, paymentLinks } from '../../db/schema';
import { lockTransfersOf } from '../../money/payment-links/book-transfer';
import { LINES_AT_ONCE, type StatementLine } from './statement-file';

export const BY_HAND = 'manual:';

/** A line of a statement with its identity: the key that prevents a second booking of the line. */
export type IdentifiedLine = StatementLine & LineIdentity;

/**
 * Returns the lines of a statement with their identities. A line that an earlier import recorded gets the recorded
 * identity.
 */
export async function identifyStatement(db: Db | Tx, lines: StatementLine[]): Promise<IdentifiedLine[]> {
  const recorded = await listRecorded(db, lines);
  const linkIn = await linkFinder(
    db,
    [...lines, ...recorded].map(({ reference }) => reference),
  );
  const transfers = lines.map((line) => ({ ...line, text: line.reference, link: linkIn(line.reference) }));
  const records = recorded.map((row): RecordedTransfer => ({
    ...row,
    text: row.reference,
    link: linkIn(row.reference),
    time: row.bankTime,
    isDoubtful: row.status === 'doubtful',
    isByHand: row.format === null && row.providerRef.startsWith(BY_HAND),
  }));
  const identityOf = new Map<StatementTransfer, LineIdentity>();
  const recordsOfSum = groupBy(records, sumOf);
  const recordsOfId = groupBy(records, ({ bankId }) => bankId);
  const order = new Map(records.map((record, at) => [record, at]));
  let groups = 0;
  for (const [sum, equal] of groupBy(transfers, sumOf)) {
    if ((groups += 1) % LINES_AT_ONCE === 0) await giveWay();
    const ids = new Set(equal.map(({ bankId }) => bankId));
    const named = [...ids].flatMap((id) => (id === null ? [] : (recordsOfId.get(id) ?? [])));
    const candidates = [...new Set([...(recordsOfSum.get(sum) ?? []), ...named])];
    candidates.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
    const identities = identifyLines(equal, candidates, keyOf);
    identities.forEach((identity, at) => equal[at] && identityOf.set(equal[at], identity));
  }
  return lines.flatMap((line, at) => {
    const identity = transfers[at] && identityOf.get(transfers[at]);
    return identity ? [{ ...line, ...identity }] : [];
  });
}

const sumOf = ({ paidOn, amount }: Pick<StatementTransfer, 'paidOn' | 'amount'>) => `${paidOn} ${amount}`;

/**
 * Returns functions for the lines of a statement without a payment reference. `identify` identifies a line again, after
 * it has locked the line's day and amount until the transaction ends. The result includes the lines of concurrent
 * imports. Without the lock, two imports in different formats could record the same line twice, because the key contains
 * the line's text. `noteRecord` tells that this import has recorded a line, with or without a reference. All lines of a day and amount are identified
 * together, and again only if another import has recorded one of them meanwhile.
 */
export function unnamedLines(lines: StatementLine[]) {
  const linesOfSum = groupBy(lines, sumOf);
  const known = new Map<string, { records: number; byRow: Map<number, IdentifiedLine> }>();

  const identify = async (tx: Tx, line: IdentifiedLine): Promise<IdentifiedLine> => {
    const sum = sumOf(line);
    await lockTransfersOf(tx, line);
    const ofSum = and(eq(bankTransfers.paidOn, line.paidOn), eq(bankTransfers.amount, line.amount));
    const records = await tx.$count(bankTransfers, ofSum);
    if (known.get(sum)?.records !== records) {
      const identified = await identifyStatement(tx, linesOfSum.get(sum) ?? []);
      known.set(sum, { records, byRow: new Map(identified.map((one) => [one.row, one])) });
    }
    return known.get(sum)?.byRow.get(line.row) ?? line;
  };

  const noteRecord = (line: StatementLine) => {
    const group = known.get(sumOf(line));
    if (group) group.records += 1;
  };

  return { identify, noteRecord };
}

async function listRecorded(db: Db | Tx, lines: StatementLine[]) {
  const days = lines.map(({ paidOn }) => paidOn).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const ids = lines.flatMap(({ bankId }) => bankId ?? []);
  const amounts = JSON.stringify([...new Set(lines.map(({ amount }) => amount))]);
  const hasAmount = sql`${bankTransfers.amount} = any(array(
    select x::bigint from jsonb_array_elements_text(${amounts}::jsonb) x))`;
  return db
    .select()
    .from(bankTransfers)
    .where(or(and(between(bankTransfers.paidOn, first, last), hasAmount), isAmong(bankTransfers.bankId, ids)))
    .orderBy(bankTransfers.recordedAt, bankTransfers.providerRef);
}

/**
 * Returns a function that finds the payment reference in a text. The function returns null if the text contains no
 * known reference, or more than one.
 */
async function linkFinder(db: Db | Tx, texts: string[]): Promise<(text: string) => string | null> {
  const named = [...new Set(texts.flatMap(referencesIn))];
  const links =
    named.length === 0
      ? []
      : await db
          .select({ reference: paymentLinks.reference })
          .from(paymentLinks)
          .where(isAmong(paymentLinks.reference, named));
  const known = new Set(links.map(({ reference }) => reference));
  return (text) => {
    const [link, second] = referencesIn(text).filter((reference) => known.has(reference));
    return second === undefined ? (link ?? null) : null;
  };
}

/** Returns the key of a line. Hashes the payer's text, because lists and logs contain the key. */
function keyOf({ paidOn, amount, link, text }: StatementTransfer, number: number): string {
  const what = link ?? createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `statement:${paidOn}:${amount}:${what}:${number}`;
}
