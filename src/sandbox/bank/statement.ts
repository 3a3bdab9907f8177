import type { SandboxClock } from '../clock';
import type { IdSource } from '../ids';
import type { Store, Table } from '../store';

/** A received transfer. `amount` is in satang; `date` and `time` are in Bangkok time. */
export interface Transfer {
  /** Id of the statement line. It is never reused. */
  id: string;
  /** Such as `2026-11-20`. */
  date: string;
  /** Such as `09:00:00`. */
  time: string;
  amount: number;
  reference: string;
}

export interface Bank {
  transfers: Table<Transfer>;
  /**
   * Records a received transfer.
   * @throws TypeError naming the invalid field
   */
  receive(input: { amount?: unknown; reference?: unknown; date?: unknown }): Transfer;
  /** Returns the transfers in the order of date and time. @param from the first day; all days if omitted or null */
  list(from?: string | null): Transfer[];
}

const BANGKOK_OFFSET_MS = 7 * 3_600_000;
const NOON = '12:00:00';
const REFERENCE_MAX = 140;
const HEADER = ['line_id', 'date', 'time', 'amount', 'reference'];

/** Creates the bank account that receives transfers. */
export function createBank(store: Store, clock: SandboxClock, newId: IdSource): Bank {
  const transfers = store.table<Transfer>('transfer');
  return {
    transfers,
    receive: (input) => {
      const local = new Date(clock.ms() + BANGKOK_OFFSET_MS).toISOString();
      const today = local.slice(0, 10);
      const date = readDate(input.date) ?? today;
      const transfer = {
        id: newId('bank'),
        date,
        time: date === today ? local.slice(11, 19) : NOON,
        amount: readAmount(input.amount),
        reference: readReference(input.reference),
      };
      transfers.put(transfer);
      return transfer;
    },
    list: (from) =>
      [...transfers.values()]
        .filter(({ date }) => date >= (from ?? ''))
        .sort((a, b) => momentOf(a).localeCompare(momentOf(b))),
  };
}

const momentOf = ({ date, time }: Transfer) => `${date} ${time}`;

function readAmount(given: unknown): number {
  if (typeof given === 'number' && Number.isSafeInteger(given) && given > 0) return given;
  throw new TypeError('amount must be a whole number of satang above 0');
}

function readReference(given: unknown): string {
  if (typeof given === 'string' && given.length <= REFERENCE_MAX) return given;
  throw new TypeError(`reference must be a text of at most ${REFERENCE_MAX} characters`);
}

function readDate(given: unknown): string | null {
  if (given === undefined || given === null || given === '') return null;
  const day = typeof given === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(given) ? given : '';
  if (day !== '' && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day)) return day;
  throw new TypeError('date must be a day such as 2026-11-20');
}

/** Formats an amount in baht: `375.25`. */
export const inBaht = (satang: number): string => (satang / 100).toFixed(2);

const quoted = (field: string) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);

/** Formats an amount in baht with thousands separators: `1,234.50`. */
const inThousands = (satang: number) => inBaht(satang).replace(/\B(?=(\d{3})+\.)/g, ',');

const DETAILED_HEADER = ['Transaction Date', 'Withdrawal', 'Deposit', 'Details'];

const rowOf = ({ id, date, time, amount, reference }: Transfer) => [
  id,
  date,
  time,
  inBaht(amount),
  reference,
];

/** Returns the fields of a line in the `detailed` format: no id, and the day of the month first. */
const detailedRowOf = ({ date, time, amount, reference }: Transfer) => [
  `${date.split('-').reverse().join('/')} ${time.slice(0, 5)}`,
  '',
  inThousands(amount),
  `รับโอนเงิน ${reference}`,
];

/**
 * Returns the statement as a bank exports it: RFC 4180, baht with two decimals.
 * @param format `detailed`: the same lines in the bank's other export format
 */
export function statementCsv(transfers: Transfer[], format: string | null): string {
  const rows =
    format === 'detailed'
      ? [DETAILED_HEADER, ...transfers.map(detailedRowOf)]
      : [HEADER, ...transfers.map(rowOf)];
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}
