import { daysBetween, type Day } from './day';

/** A bank transfer in an export of the bank statement. */
export interface StatementTransfer {
  paidOn: Day;
  /** The amount in satang. */
  amount: number;
  /** The payment reference in the text; null if the text has none, or more than one. */
  link: string | null;
  /** The reference and remark of the line. */
  text: string;
  /**
   * The export format, identified by the header row; null for a transfer confirmed by hand and for old
   * records.
   */
  format: string | null;
  /** The bank's own id of the line; null if not exported. */
  bankId: string | null;
  /** The time of the transfer, `09:00` or `09:00:00`; null if not exported. */
  time: string | null;
}

export interface RecordedTransfer extends StatementTransfer {
  providerRef: string;
  isDoubtful: boolean;
  /** Whether an operator confirmed the transfer by hand and no imported line matches it yet. */
  isByHand: boolean;
}

/** The record of a statement line, identified by its `providerRef`. */
export interface LineIdentity {
  providerRef: string;
  /** Whether the line may be a recorded transfer or a new one. An operator has to decide. */
  isDoubtful: boolean;
}

/** Removes everything but letters and digits (of every script) and converts the text to capitals. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

const differ = (a: string | null, b: string | null) => a !== null && b !== null && a !== b;

/**
 * Whether both transfers have a time and the times differ. A time without seconds is compared by the minute.
 */
function timesDiffer({ time: a }: StatementTransfer, { time: b }: StatementTransfer): boolean {
  return a !== null && b !== null && !a.startsWith(b) && !b.startsWith(a);
}

function hasSameReference(a: StatementTransfer, b: StatementTransfer): boolean {
  if (a.link !== null || b.link !== null) return a.link === b.link;
  const [one, other] = [plain(a.text), plain(b.text)];
  return one.includes(other) || other.includes(one);
}

/** Whether two transfers have the same day, amount and reference. Every export format has these fields. */
const looksLike = (a: StatementTransfer, b: StatementTransfer) =>
  a.paidOn === b.paidOn && a.amount === b.amount && hasSameReference(a, b);

/** Whether a line and a record are different lines of one export format: their bank ids or times differ. */
const isOtherLine = (line: StatementTransfer, record: RecordedTransfer) =>
  line.format === record.format && (differ(line.bankId, record.bankId) || timesDiffer(line, record));

/**
 * Returns the rank of the match between a line and a record; 0 is the most certain. Null for no match or a
 * doubtful match.
 */
function rankOf(line: StatementTransfer, record: RecordedTransfer): number | null {
  const hasSameId = line.bankId !== null && line.bankId === record.bankId;
  if (hasSameId && (record.format === null || record.format === line.format)) return 0;
  if (record.isByHand || !looksLike(line, record) || isOtherLine(line, record)) return null;
  if (hasSameId) return 1;
  if (timesDiffer(line, record)) return null;
  if (line.time !== null && record.time !== null) return 2;
  return line.text === record.text ? 3 : 4;
}

const RANKS = [0, 1, 2, 3, 4];

/** Returns transfers by a key, in their order. */
export function groupTransfers<T extends StatementTransfer>(
  transfers: readonly T[],
  keyOf: (transfer: T) => string,
): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const transfer of transfers) {
    const key = keyOf(transfer);
    const group = groups.get(key);
    if (group) group.push(transfer);
    else groups.set(key, [transfer]);
  }
  return groups;
}

/** Returns the key of everything that the match of two transfers depends on. */
const everythingOf = (transfer: StatementTransfer & { isByHand?: boolean }) => {
  const { paidOn, amount, link, text, format, bankId, time, isByHand } = transfer;
  return JSON.stringify([paidOn, amount, link, text, format, bankId, time, isByHand]);
};

/**
 * Pairs each line with at most one record. The pairs with the best rank are formed first. Ranks are compared once for
 * each group of equal transfers, so that many equal lines take linear time.
 * @returns the record of a line
 */
function pair(
  lines: StatementTransfer[],
  records: RecordedTransfer[],
): Map<StatementTransfer, RecordedTransfer> {
  const order = new Map(records.map((record, at) => [record, at]));
  const recordGroups = [...groupTransfers(records, everythingOf).values()].map((group) => group.toReversed());
  const matches = new Map<StatementTransfer, { rank: number; group: RecordedTransfer[] }[]>();
  for (const equal of groupTransfers(lines, everythingOf).values()) {
    const ranked = recordGroups.flatMap((group) => {
      const rank = equal[0] && group[0] ? rankOf(equal[0], group[0]) : null;
      return rank === null ? [] : [{ rank, group }];
    });
    for (const line of equal) matches.set(line, ranked);
  }
  const paired = new Map<StatementTransfer, RecordedTransfer>();
  const positionOf = (group: RecordedTransfer[]) => order.get(group.at(-1)!) ?? Infinity;
  for (const rank of RANKS)
    for (const line of lines) {
      if (paired.has(line)) continue;
      const open = (matches.get(line) ?? []).filter((one) => one.rank === rank && one.group.length > 0);
      const [first] = open.toSorted((x, y) => positionOf(x.group) - positionOf(y.group));
      const record = first?.group.pop();
      if (record) paired.set(line, record);
    }
  return paired;
}

/**
 * Returns the record key of each line of a statement. A line that matches a record gets the key of that
 * record. Any other line gets a new key. A line is doubtful if a similar record matches no line, and nothing
 * proves that the line is another transfer.
 * @param lines the lines of one day and amount, in the order of the file
 * @param records the records of the same day and amount, and the records with the bank's id of a line
 * @param keyOf returns the key of a new record from the line and its number among equal lines, from 1 on
 */
export function identifyLines(
  lines: StatementTransfer[],
  records: RecordedTransfer[],
  keyOf: (line: StatementTransfer, number: number) => string,
): LineIdentity[] {
  const paired = pair(lines, records);
  const found = new Set(paired.values());
  const missing = records.filter((record) => !found.has(record) && !record.isByHand);
  const used = new Set(records.map(({ providerRef }) => providerRef));
  const numbers = new Map<string, number>();
  const others = [...groupTransfers(missing, everythingOf).values()].flatMap(([one]) => one ?? []);
  return lines.map((line) => {
    const record = paired.get(line);
    const alike = others.filter((other) => looksLike(line, other));
    if (record) return { providerRef: record.providerRef, isDoubtful: record.isDoubtful && alike.length > 0 };
    const equal = line.link ?? line.text;
    let number = numbers.get(equal) ?? 1;
    while (used.has(keyOf(line, number))) number += 1;
    const providerRef = keyOf(line, number);
    used.add(providerRef);
    numbers.set(equal, number + 1);
    return { providerRef, isDoubtful: alike.some((other) => !isOtherLine(line, other)) };
  });
}

const LATER_BY_DAYS = 1;

/**
 * Whether a line can be the transfer that an operator confirmed by hand for the same order and amount. The
 * line may be one day later, because banks book late transfers on the next day. Their bank ids must not
 * differ.
 */
export function canBeConfirmed(
  line: Pick<StatementTransfer, 'paidOn' | 'bankId'>,
  byHand: Pick<StatementTransfer, 'paidOn' | 'bankId'>,
): boolean {
  const isInTime = daysBetween(byHand.paidOn, line.paidOn) <= LATER_BY_DAYS;
  return isInTime && !differ(line.bankId, byHand.bankId);
}
