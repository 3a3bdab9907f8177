import { createHash } from 'node:crypto';
import { setImmediate as giveWay } from 'node:timers/promises';
import { and, between, or, sql } from 'drizzle-orm';
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

/**
 * A line of a statement with its identity, the key that prevents a second booking of the line. `link`: the reference of
 * the payment link that it names; null for none, or several.
 */
export type IdentifiedLine = StatementLine & LineIdentity & { link: string | null };

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
    const transfer = transfers[at];
    const identity = transfer && identityOf.get(transfer);
    return identity ? [{ ...line, ...identity, link: transfer.link }] : [];
  });
}

export const sumOf = ({ paidOn, amount }: Pick<StatementTransfer, 'paidOn' | 'amount'>) =>
  `${paidOn} ${amount}`;

/**
 * Identifies a line again, after it has locked the line's day and amount until the transaction ends. The result includes
 * the lines of concurrent imports. @param lines all lines of the file with the same day and amount
 */
export async function identifyLocked(
  tx: Tx,
  line: IdentifiedLine,
  lines: StatementLine[],
): Promise<IdentifiedLine> {
  await lockTransfersOf(tx, [line]);
  return (await identifyStatement(tx, lines)).find(({ row }) => row === line.row) ?? line;
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
 * Returns a function that finds the payment reference in one of the given texts. The function returns null if the text
 * contains no known reference, or more than one. Lets the process do other work after some texts.
 */
export async function linkFinder(db: Db | Tx, texts: string[]): Promise<(text: string) => string | null> {
  const referencesOf = new Map<string, string[]>();
  for (const [at, text] of texts.entries()) {
    if (at % LINES_AT_ONCE === 0) await giveWay();
    referencesOf.set(text, referencesIn(text));
  }
  const named = [...new Set([...referencesOf.values()].flat())];
  const links =
    named.length === 0
      ? []
      : await db
          .select({ reference: paymentLinks.reference })
          .from(paymentLinks)
          .where(isAmong(paymentLinks.reference, named));
  const known = new Set(links.map(({ reference }) => reference));
  return (text) => {
    const [link, second] = referencesOf.get(text)?.filter((reference) => known.has(reference)) ?? [];
    return second === undefined ? (link ?? null) : null;
  };
}

/** Returns the key of a line. Hashes the payer's text, because lists and logs contain the key. */
function keyOf({ paidOn, amount, link, text }: StatementTransfer, number: number): string {
  const what = link ?? createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `statement:${paidOn}:${amount}:${what}:${number}`;
}
