import { setImmediate as giveWay } from 'node:timers/promises';
import { dayOf, isDay, startOfDay, type Day } from '@/domain/day';
import { readCsv } from './csv';
import { OperatorRefusal } from './operator';
import { satangOf } from '@/domain/money';
import { normaliseIdentifier, normaliseText } from '@/domain/text';

/** A line of a bank statement with an incoming transfer. */
export interface StatementLine {
  /** The line number in the file; the header is line 1. */
  row: number;
  reference: string;
  /** The amount in satang. */
  amount: number;
  paidOn: Day;
  /** The header row of the file. */
  format: string;
  /** The bank's own id of the line; null if the file has no ids. */
  bankId: string | null;
  /** The time of the transfer in Bangkok, such as `09:00` or `09:00:00`; null if the file has no time. */
  time: string | null;
}

export interface StatementFile {
  lines: StatementLine[];
  /** Lines with a malformed amount or day. */
  unreadable: { row: number; text: string }[];
  /** The number of lines without an incoming amount. */
  others: number;
}

/** The number of lines, or of groups of equal lines, after which the process does other work. A line takes some ten microseconds. */
export const LINES_AT_ONCE = 500;

const COLUMNS = {
  id: ['line_id', 'line id', 'transaction_id', 'transaction id', 'id'],
  date: ['date', 'transaction date', 'transaction_date', 'วันที่'],
  time: ['time', 'transaction time', 'transaction_time', 'เวลา'],
  amount: ['amount', 'credit', 'deposit', 'จำนวนเงิน', 'เงินเข้า'],
  reference: ['reference', 'ref'],
  remark: ['description', 'remark', 'details', 'note', 'รายละเอียด', 'หมายเหตุ'],
};
type Column = keyof typeof COLUMNS;

/**
 * Reads a bank statement: CSV with a header row, days as 2026-11-20 or 20/11/2026, amounts in baht. Lets the process
 * do other work after some lines.
 * @throws OperatorRefusal when the file is not CSV or a column is missing
 */
export async function readStatement(text: string): Promise<StatementFile> {
  const rows = readCsv(text);
  if (!rows || rows.length === 0) throw new OperatorRefusal('notCsv');
  const [header = [], ...body] = rows;
  const names = header.map((name) => normaliseText(name).toLowerCase());
  const at = (column: Column) => names.findIndex((name) => COLUMNS[column].includes(name));
  const missing = (['date', 'amount'] as const).filter((column) => at(column) < 0);
  if (at('reference') < 0 && at('remark') < 0) throw missingColumn(['reference'], header);
  if (missing.length > 0) throw missingColumn(missing, header);
  const file: StatementFile = { lines: [], unreadable: [], others: 0 };
  for (const [index, fields] of body.entries()) {
    if (index % LINES_AT_ONCE === 0) await giveWay();
    const read = (column: Column) => (at(column) < 0 ? '' : normaliseText(fields[at(column)] ?? ''));
    const row = index + 2;
    const amountText = read('amount');
    if (/^(-|\(|0*(\.0*)?$)/.test(amountText)) {
      file.others += 1;
      continue;
    }
    const amount = satangOf(amountText.replace(/^\+/, ''));
    const moment = readMoment(normaliseIdentifier(read('date')), normaliseIdentifier(read('time')));
    if (amount === null || moment === null) {
      file.unreadable.push({ row, text: fields.join(', ') });
      continue;
    }
    const reference = [read('reference'), read('remark')].filter(Boolean).join(' ');
    file.lines.push({
      row,
      reference,
      amount,
      ...moment,
      format: names.join(','),
      bankId: read('id') || null,
    });
  }
  return file;
}

function missingColumn(columns: Column[], header: string[]): OperatorRefusal {
  const wanted = columns.map((column) => COLUMNS[column].join(' / ')).join('; ');
  return new OperatorRefusal('noColumn', { wanted, header: header.join(', ') });
}

const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})/;
/** Matches a day in the format of Thai banks: day, month, year. */
const DAY_FIRST = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})/;
const TIME = /^[T ]*(\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?$/;
const BUDDHIST_ERA_FROM = 2400;
const BUDDHIST_ERA = 543;

/**
 * Returns the day and time of a line in Bangkok; null if the day is malformed. Converts a time with a time zone. Omits
 * the time 00:00 without a zone, because exports without times write 00:00 in every line.
 */
function readMoment(dateText: string, timeText: string): Pick<StatementLine, 'paidOn' | 'time'> | null {
  const written = ISO_DAY.exec(dateText) ?? DAY_FIRST.exec(dateText);
  if (!written) return null;
  const [whole, a = '', b = '', c = ''] = written;
  const [year, month, day] = ISO_DAY.test(dateText) ? [a, b, c] : [c, b, a];
  const era = Number(year) >= BUDDHIST_ERA_FROM ? BUDDHIST_ERA : 0;
  const paidOn = `${Number(year) - era}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const rest = dateText.slice(whole.length);
  if (!isDay(paidOn) || (rest !== '' && !TIME.test(rest))) return null;
  const [, time = null, zone] = TIME.exec(rest) ?? TIME.exec(timeText) ?? [];
  if (time === null) return { paidOn, time };
  if (zone !== undefined) return toBangkok(paidOn, time, zone);
  return { paidOn, time: /^00:00(:00)?$/.test(time) ? null : time };
}

function toBangkok(day: Day, time: string, zone: string): Pick<StatementLine, 'paidOn' | 'time'> | null {
  const instant = new Date(`${day}T${time}${zone.replace(/^(...)(\d\d)$/, '$1:$2')}`);
  if (Number.isNaN(instant.getTime())) return null;
  const paidOn = dayOf(instant);
  const sinceMidnight = new Date(instant.getTime() - startOfDay(paidOn).getTime());
  return { paidOn, time: sinceMidnight.toISOString().slice(11, 11 + time.length) };
}
