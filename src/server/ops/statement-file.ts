import { createHash } from 'node:crypto';
import { isDay, type Day } from '@/domain/day';
import { readCsv } from './csv';
import { OperatorRefusal, satangOf } from './operator';

/** A transfer that came in, as the bank's statement has it. */
export interface StatementLine {
  /** Its line in the file, 2 being the first below the header. */
  row: number;
  providerRef: string;
  reference: string;
  /** Satang. */
  amount: number;
  paidOn: Day;
}

export interface StatementFile {
  lines: StatementLine[];
  /** Lines that no transfer could be read from, as they stand in the file. */
  unreadable: { row: number; text: string }[];
  /** Lines without money coming in. */
  others: number;
}

const COLUMNS = {
  id: ['line_id', 'line id', 'transaction_id', 'transaction id', 'id'],
  date: ['date', 'transaction date', 'transaction_date', 'วันที่'],
  amount: ['amount', 'credit', 'deposit', 'จำนวนเงิน', 'เงินเข้า'],
  reference: ['reference', 'ref'],
  remark: ['description', 'remark', 'details', 'note', 'รายละเอียด', 'หมายเหตุ'],
};
type Column = keyof typeof COLUMNS;

/**
 * Reads the bank's statement: CSV with a header row, days as 2026-11-20, amounts in baht. A line is known by the
 * bank's own id, or else by what it says and how often the file has said it before.
 * @throws OperatorRefusal when the file isn't one, or a column is missing
 */
export function readStatement(text: string): StatementFile {
  const rows = readCsv(text);
  if (!rows || rows.length === 0) throw new OperatorRefusal('This is no CSV file.');
  const [header = [], ...body] = rows;
  const names = header.map((name) => name.trim().toLowerCase());
  const at = (column: Column) => names.findIndex((name) => COLUMNS[column].includes(name));
  const missing = (['date', 'amount'] as const).filter((column) => at(column) < 0);
  if (at('reference') < 0 && at('remark') < 0) throw missingColumn(['reference'], header);
  if (missing.length > 0) throw missingColumn(missing, header);
  const seen = new Map<string, number>();
  const file: StatementFile = { lines: [], unreadable: [], others: 0 };
  for (const [index, fields] of body.entries()) {
    const read = (column: Column) => (at(column) < 0 ? '' : (fields[at(column)] ?? '').trim());
    const row = index + 2;
    const [amountText, day] = [read('amount'), read('date')];
    if (/^(-|\(|0*(\.0*)?$)/.test(amountText)) {
      file.others += 1;
      continue;
    }
    const amount = satangOf(amountText.replace(/^\+/, ''));
    if (amount === null || !isDay(day)) {
      file.unreadable.push({ row, text: fields.join(', ') });
      continue;
    }
    const reference = [read('reference'), read('remark')].filter(Boolean).join(' ');
    file.lines.push({ row, reference, amount, paidOn: day, providerRef: refOf(read('id'), fields, seen) });
  }
  return file;
}

function missingColumn(columns: Column[], header: string[]): OperatorRefusal {
  const wanted = columns.map((column) => COLUMNS[column].join(' / ')).join('; ');
  return new OperatorRefusal(
    `The statement has no column called ${wanted}. Its header is: ${header.join(', ')}`,
  );
}

/** What tells a line from every other one, in this file and in the next that holds it again. */
function refOf(id: string, fields: string[], seen: Map<string, number>): string {
  if (id !== '') return lineRef(id);
  const hash = createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 40);
  const before = seen.get(hash) ?? 0;
  seen.set(hash, before + 1);
  return `sha256:${hash}:${before}`;
}

/** How a line of the bank's own id is known. */
export const lineRef = (id: string): string => `line:${id}`;
