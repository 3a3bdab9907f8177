import { setImmediate as giveWay } from 'node:timers/promises';
import { csvRows, firstRows, PREAMBLE_MAX, type CsvRow } from '@/domain/csv';
import { incomingAmount, momentOf, type Moment } from '@/domain/statement-values';
import { normaliseText } from '@/domain/text';
import { OperatorRefusal } from './operator';

/** A line of a bank statement with an incoming transfer. */
export interface StatementLine extends Moment {
  /** The line number in the file, from 1 on. */
  row: number;
  /** The texts of the line: references, remarks, names. */
  reference: string;
  /** The amount in satang. */
  amount: number;
  /** The header row of the file. */
  format: string;
  /** The bank's own id of the line; null if the file has no ids. */
  bankId: string | null;
}

export interface StatementFile {
  lines: StatementLine[];
  /** Lines with a malformed amount, day or quote. */
  unreadable: { row: number; text: string }[];
  /** The number of lines without an incoming amount. */
  others: number;
}

/** A statement as text, or the rows of a workbook. */
export type StatementSource = string | CsvRow[];

/** The columns of an unknown layout, as the staff chose them: positions from 0 on. `header`: its header row. */
export interface Layout {
  header: string;
  date: number;
  time: number | null;
  amount: number;
  texts: number[];
}

/** The number of lines, or of groups of equal lines, after which the process does other work. A line takes some ten microseconds. */
export const LINES_AT_ONCE = 500;

/** The names of the columns as `plainName` returns them; of several in one file the first name is used. */
const COLUMNS = {
  id: ['line id', 'transaction id', 'id'],
  date: [
    ...['date', 'transaction date', 'tran date', 'txn date', 'trans date', 'transaction date and time'],
    ...[
      'date and time',
      'date/time',
      'posting date',
      'วันที่',
      'วันที่ทำรายการ',
      'วันที่รายการ',
      'วันเวลา',
      'วันที่และเวลา',
    ],
  ],
  time: ['time', 'transaction time', 'tran time', 'เวลา', 'เวลาทำรายการ'],
  amount: [
    ...[
      'deposit',
      'deposit amount',
      'credit',
      'credit amount',
      'paid in',
      'money in',
      'เงินเข้า',
      'ฝาก',
      'ฝากเงิน',
    ],
    ...['เงินฝาก', 'จำนวนเงินฝาก', 'เข้าบัญชี', 'เครดิต', 'amount', 'transaction amount', 'จำนวนเงิน'],
  ],
  /** Which way the money went, in files with one column of amounts. */
  direction: ['dr/cr', 'cr/dr', 'debit/credit', 'credit/debit', 'd/c', 'direction'],
};
/** The columns whose texts may hold the payment reference: all of them are read. */
const TEXTS = [
  ...[
    'reference',
    'ref',
    'reference no',
    'reference number',
    'ref no',
    'เลขที่อ้างอิง',
    'อ้างอิง',
    'description',
    'descriptions',
  ],
  ...[
    'remark',
    'remarks',
    'detail',
    'details',
    'note',
    'notes',
    'memo',
    'narrative',
    'particulars',
    'transaction',
    'รายการ',
  ],
  ...[
    'รายละเอียด',
    'คำอธิบาย',
    'หมายเหตุ',
    'บันทึก',
    'บันทึกช่วยจำ',
    'account/promptpay or biller',
    'counter party account name',
  ],
];
type Column = keyof typeof COLUMNS;
/** What a message calls the columns that a statement must have. */
const WANTED = {
  date: 'date / transaction date / วันที่',
  amount: 'amount / credit / deposit / จำนวนเงิน / เงินเข้า',
  reference: 'reference / description / details / รายละเอียด / หมายเหตุ',
};

/**
 * Reads a bank statement: a table with a header row, perhaps after lines about the account, separated by commas,
 * semicolons, tabs or bars. See `momentOf` and `incomingAmount` for its days and amounts. Lets the process do other work
 * after some lines.
 * @throws OperatorRefusal when the file is not a table or a column is missing
 */
export async function readStatement(
  source: StatementSource,
  layouts: readonly Layout[] = [],
): Promise<StatementFile> {
  const { header, first, delimiter, format } = findTable(source, layouts);
  const file: StatementFile = { lines: [], unreadable: [], others: 0 };
  let read = 0;
  for (const row of typeof source === 'string' ? csvRows(source, delimiter) : source) {
    if ((read += 1) % LINES_AT_ONCE === 0) await giveWay();
    if (read <= first) continue;
    const line = row.fields && readLine(row.fields, header);
    if (line === 'other') file.others += 1;
    else if (line) file.lines.push({ row: row.line, format, ...line });
    else file.unreadable.push({ row: row.line, text: row.fields?.join(', ') ?? row.text });
  }
  return file;
}

/** The positions of the columns. */
interface Header {
  at: Record<Column, number>;
  texts: number[];
}

/** Returns what a line says; `other` without an incoming amount; null if its amount or day is malformed. */
function readLine(fields: string[], { at, texts }: Header) {
  const read = (index: number) => normaliseText(fields[index] ?? '');
  const amount = incomingAmount(read(at.amount));
  if (amount === 'none' || /^d/i.test(read(at.direction))) return 'other';
  const moment = momentOf(read(at.date), read(at.time));
  if (amount === null || moment === null) return null;
  const reference = texts.map(read).filter(Boolean).join(' ');
  return { reference, amount, ...moment, bankId: read(at.id) || null };
}

/** Returns the header of a statement, from its first rows. `first`: how many rows precede its lines. */
function findTable(
  source: StatementSource,
  layouts: readonly Layout[],
): { header: Header; first: number; delimiter: string; format: string } {
  const headerIn = ({ fields }: CsvRow) => {
    if (fields === null) return null;
    const format = formatOf(fields);
    const known = layouts.find((layout) => layout.header === format);
    const header = known ? chosenHeader(known) : headerOf(fields);
    return known || missingIn(header).length === 0 ? { header, format } : null;
  };
  const tables = firstTables(source);
  const found = tables.flatMap(({ delimiter, rows }) => {
    const at = rows.findIndex((row) => headerIn(row) !== null);
    const named = rows[at] && headerIn(rows[at]);
    return named ? [{ ...named, delimiter, first: at + 1 }] : [];
  });
  const [best] = found.toSorted((a, b) => a.first - b.first);
  if (!best) throw noHeader(tables.map(({ rows }) => rows));
  return best;
}

const firstTables = (source: StatementSource) =>
  typeof source === 'string' ? firstRows(source) : [{ delimiter: ',', rows: source.slice(0, PREAMBLE_MAX) }];

/**
 * Returns the first rows of a file whose header is unknown, for the staff to choose the columns; null if its header is
 * known.
 */
export function rowsToChoose(source: StatementSource, layouts: readonly Layout[]): CsvRow[] | null {
  try {
    findTable(source, layouts);
    return null;
  } catch (error) {
    const widest = ({ rows }: { rows: CsvRow[] }) =>
      Math.max(...rows.map(({ fields }) => fields?.length ?? 0));
    const [table] = firstTables(source).toSorted((a, b) => widest(b) - widest(a));
    if (!table || widest(table) < 3) throw error;
    return table.rows;
  }
}

/** Returns the name of a layout: its column names. */
export const formatOf = (fields: readonly string[]) =>
  fields.map((name) => normaliseText(name).toLowerCase()).join(',');

const chosenHeader = ({ date, time, amount, texts }: Layout): Header => ({
  at: { id: -1, date, time: time ?? -1, amount, direction: -1 },
  texts,
});

/** Returns the name of a column in small letters, without its unit and with single blanks. */
const plainName = (name: string) =>
  normaliseText(name)
    .toLowerCase()
    .replace(/\((baht|thb|บาท)\)/, '')
    .replace(/[\s_.]+/g, ' ')
    .trim();

function headerOf(fields: string[]): Header {
  const names = fields.map(plainName);
  const indexOf = (column: Column) =>
    COLUMNS[column].map((name) => names.indexOf(name)).find((at) => at >= 0) ?? -1;
  const at = {
    id: indexOf('id'),
    date: indexOf('date'),
    time: indexOf('time'),
    amount: indexOf('amount'),
    direction: indexOf('direction'),
  };
  return { at, texts: [...names.keys()].filter((index) => TEXTS.includes(names[index] ?? '')) };
}

function missingIn({ at, texts }: Header): (keyof typeof WANTED)[] {
  return [
    ...(at.date < 0 ? (['date'] as const) : []),
    ...(at.amount < 0 ? (['amount'] as const) : []),
    ...(texts.length === 0 ? (['reference'] as const) : []),
  ];
}

/** Returns the refusal for a file without a header row; it names what the row lacks that is most like one. */
function noHeader(tables: CsvRow[][]): OperatorRefusal {
  const headers = tables
    .flat()
    .flatMap(({ fields }) => (fields && fields.length > 1 ? [fields] : []))
    .map((fields) => ({ fields, missing: missingIn(headerOf(fields)) }));
  const [nearest] = headers.toSorted((a, b) => a.missing.length - b.missing.length);
  if (!nearest) return new OperatorRefusal('notCsv');
  const wanted = nearest.missing.map((column) => WANTED[column]).join('; ');
  return new OperatorRefusal('noColumn', { wanted, header: nearest.fields.join(', ') });
}
