/** A row of a delimited file. `line`: the line at which it begins, from 1 on. `fields`: null if the row can't be read. */
export interface CsvRow {
  line: number;
  fields: string[] | null;
  text: string;
}

/** A longer quoted field is a quote that was never closed. */
const QUOTED_MAX = 10_000;

/**
 * Parses CSV (RFC 4180) with another delimiter if given, and lines that end with CRLF, LF or CR. Quoted fields may
 * contain delimiters, line ends and doubled quotes; a quote inside a plain field is text. Skips a byte-order mark and
 * empty lines. A row with a misplaced or unclosed quote has no fields, and the next line is a row again. Yields one row
 * after the other, so that a long file needs little memory.
 */
export function* csvRows(text: string, delimiter = ','): Generator<CsvRow> {
  const source = text.replace(/^\uFEFF/, '');
  let at = 0;
  let line = 1;
  while (at < source.length) {
    const read = readRow(source, at, delimiter);
    const end = read?.end ?? endOfLine(source, at);
    const raw = source.slice(at, end);
    if (raw !== '') yield { line, fields: read?.fields ?? null, text: raw };
    line += raw.split(/\r\n|\r|\n/).length;
    at = end + (source.startsWith('\r\n', end) ? 2 : 1);
  }
}

/** Returns all rows, as `csvRows` does. */
export const readCsv = (text: string, delimiter = ','): CsvRow[] => [...csvRows(text, delimiter)];

/** The header of a table is one of its first lines; those before it say what the table is about. */
export const PREAMBLE_MAX = 30;
/** The first line of a file that Excel is to split by another character. */
const SEPARATOR_LINE = /^\uFEFF?sep=(.)\r?\n/i;
const DELIMITERS = [',', ';', '\t', '|'];

/** Returns the first rows of a file, split by each character that may separate its fields. */
export function firstRows(text: string): { delimiter: string; rows: CsvRow[] }[] {
  const separator = SEPARATOR_LINE.exec(text)?.[1];
  let end = 0;
  for (let line = 0; line < PREAMBLE_MAX && end >= 0; line += 1) end = text.indexOf('\n', end + 1);
  const first = end < 0 ? text : text.slice(0, end);
  return (separator === undefined ? DELIMITERS : [separator]).map((delimiter) => ({
    delimiter,
    rows: readCsv(first, delimiter),
  }));
}

function endOfLine(source: string, at: number): number {
  // Stops at the first end: a search for the other kind of end would read a whole file without one.
  const ends = /[\r\n]/g;
  ends.lastIndex = at;
  return ends.exec(source)?.index ?? source.length;
}

function readRow(source: string, from: number, delimiter: string): { fields: string[]; end: number } | null {
  const fields: string[] = [];
  const stops = `${delimiter}\r\n`;
  for (let at = from; ;) {
    const field = source[at] === '"' ? readQuoted(source, at, stops) : readPlain(source, at, stops);
    if (field === null) return null;
    fields.push(field.value);
    if (source[field.end] !== delimiter) return { fields, end: field.end };
    at = field.end + 1;
  }
}

interface Field {
  value: string;
  end: number;
}

function readPlain(source: string, at: number, stops: string): Field {
  let end = at;
  while (end < source.length && !stops.includes(source[end] ?? '')) end += 1;
  return { value: source.slice(at, end), end };
}

function readQuoted(source: string, at: number, stops: string): Field | null {
  let value = '';
  for (let from = at + 1; ;) {
    const quote = source.indexOf('"', from);
    if (quote < 0 || quote - at > QUOTED_MAX) return null;
    value += source.slice(from, quote);
    if (source[quote + 1] !== '"') {
      const end = quote + 1;
      return end === source.length || stops.includes(source[end] ?? '') ? { value, end } : null;
    }
    value += '"';
    from = quote + 2;
  }
}

/** A cell that begins so is a formula for a spreadsheet. Names and reasons come from people. */
const FORMULA = /^\s*[=+\-@\t\r]/;
/** A negative amount is none. */
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Returns a cell of a saved file without the sign that kept it from being a formula. */
export const withoutQuote = (cell: string) => cell.replace(/^'(?=\s*[=+\-@\t\r])/, '');

const isFormula = (text: string) => FORMULA.test(text) && !NUMBER.test(text);
const cell = (text: string) => `"${(isFormula(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Returns rows as lines of CSV, without formulas. */
export const csvLines = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** Returns rows as CSV that spreadsheets read as UTF-8: with the mark. */
export const csvText = (rows: readonly (readonly string[])[]) => `\uFEFF${csvLines(rows)}`;
