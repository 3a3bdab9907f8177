import { daysBetween } from './day';
import { pairLines } from './statement-pairs';
import type { RecordedTransfer, StatementTransfer } from './statement-transfer';

/** The record of a statement line, identified by its `providerRef`. */
export interface LineIdentity {
  providerRef: string;
  /** Whether the line may be a recorded transfer or a new one. An operator has to decide. */
  isDoubtful: boolean;
}

/** What becomes of the lines of an imported statement. */
export const IMPORT_LISTS = ['matched', 'toSendBack', 'mismatched', 'unknown', 'doubtful'] as const;
export type ImportList = (typeof IMPORT_LISTS)[number];

/** What is kept of an import. The texts of its lines stand in the table of transfers. */
export interface KeptImport {
  /** `lines`: the first ones. */
  lists: Record<
    ImportList,
    { count: number; lines: { row: number; transferId: string; expected: number | null }[] }
  >;
  unreadable: number[];
  alreadyBooked: number;
  others: number;
}

const differ = (a: string | null, b: string | null) => a !== null && b !== null && a !== b;

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
  const { paired, formatsOfMissing } = pairLines(lines, records);
  const used = new Set(records.map(({ providerRef }) => providerRef));
  const numbers = new Map<string, number>();
  return lines.map((line) => {
    const record = paired.get(line);
    const formats = formatsOfMissing(line);
    if (record) return { providerRef: record.providerRef, isDoubtful: record.isDoubtful && formats.size > 0 };
    const equal = line.link ?? line.text;
    let number = numbers.get(equal) ?? 1;
    while (used.has(keyOf(line, number))) number += 1;
    const providerRef = keyOf(line, number);
    used.add(providerRef);
    numbers.set(equal, number + 1);
    // A missing record of the line's own format has another id or time: it is another line.
    return { providerRef, isDoubtful: [...formats].some((format) => format !== line.format) };
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
