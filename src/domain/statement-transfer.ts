import type { Day } from './day';

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
