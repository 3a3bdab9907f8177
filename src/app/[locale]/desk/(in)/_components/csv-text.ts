/** A cell that begins so is a formula for a spreadsheet. Names and reasons come from people. */
const FORMULA = /^[=+\-@\t\r]/;

const cell = (text: string) => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Returns rows as CSV that spreadsheets read as UTF-8: with the mark, without formulas. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}
