/** A cell that begins so is a formula for a spreadsheet. Names and reasons come from people. */
const FORMULA = /^\s*[=+\-@\t\r]/;
/** A negative amount is none. */
const NUMBER = /^-?\d+(\.\d+)?$/;

const isFormula = (text: string) => FORMULA.test(text) && !NUMBER.test(text);
const cell = (text: string) => `"${(isFormula(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Returns rows as lines of CSV, without formulas. */
export const csvLines = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** Returns rows as CSV that spreadsheets read as UTF-8: with the mark. */
export const csvText = (rows: readonly (readonly string[])[]) => `\uFEFF${csvLines(rows)}`;
