import type { SandboxClock } from '../clock';
import type { IdSource } from '../ids';
import type { Store, Table } from '../store';

/** A transfer that the bank account received. `amount` is in satang, `date` and `time` are in Bangkok time. */
export interface Transfer {
  /** Id of the line in the bank statement. No two lines have the same id. */
  id: string;
  /** Format: `2026-11-20`. */
  date: string;
  /** Format: `09:00:00`. */
  time: string;
  amount: number;
  reference: string;
  /** Whether it went to an account that is not the shop's. The statement does not have it. */
  isElsewhere?: boolean;
}

export interface Bank {
  transfers: Table<Transfer>;
  /** Adds a received transfer. @throws TypeError with the name of the invalid field */
  receive(input: { amount?: unknown; reference?: unknown; date?: unknown; elsewhere?: unknown }): Transfer;
  /** Adds a transfer of the card gateway, once. @param payout its id, amount in satang and instant in ms */
  receivePayout(payout: { id: string; amount: number; at: number }): void;
  /** Returns the transfers, sorted by date and time. @param from the first day; default or null: all days */
  list(from?: string | null): Transfer[];
}

const BANGKOK_OFFSET_MS = 7 * 3_600_000;
const NOON = '12:00:00';
const REFERENCE_MAX = 140;
const HEADER = ['line_id', 'date', 'time', 'amount', 'reference'];

/** Creates the bank account of the shop, which receives transfers. */
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
        ...(input.elsewhere === true && { isElsewhere: true }),
      };
      transfers.put(transfer);
      return transfer;
    },
    receivePayout: ({ id, amount, at }) => {
      const line = `bank_${id}`;
      if (transfers.get(line)) return;
      const local = new Date(at + BANGKOK_OFFSET_MS).toISOString();
      const [date, time] = [local.slice(0, 10), local.slice(11, 19)];
      transfers.put({ id: line, date, time, amount, reference: 'OMISE CO LTD' });
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

/** Formats satang as an amount in baht: `375.25`. */
export const inBaht = (satang: number): string => (satang / 100).toFixed(2);

const quoted = (field: string) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);

/** Formats satang as an amount in baht with thousands separators: `1,234.50`. */
const inThousands = (satang: number) => inBaht(satang).replace(/\B(?=(\d{3})+\.)/g, ',');

const DETAILED_HEADER = ['Transaction Date', 'Withdrawal', 'Deposit', 'Details'];

const rowOf = ({ id, date, time, amount, reference }: Transfer) => [
  id,
  date,
  time,
  inBaht(amount),
  reference,
];

/**
 * Returns the CSV fields of a transfer in the `detailed` format, which has no id and writes the day of the
 * month first.
 */
const detailedRowOf = ({ date, time, amount, reference }: Transfer) => [
  `${date.split('-').reverse().join('/')} ${time.slice(0, 5)}`,
  '',
  inThousands(amount),
  `รับโอนเงิน ${reference}`,
];

/**
 * Returns the bank statement as CSV (RFC 4180). Amounts are in baht with two decimals.
 * @param format `detailed`: the bank's second export format; any other value: the first
 */
export function statementCsv(transfers: Transfer[], format: string | null): string {
  const rows =
    format === 'detailed'
      ? [DETAILED_HEADER, ...transfers.map(detailedRowOf)]
      : [HEADER, ...transfers.map(rowOf)];
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}
