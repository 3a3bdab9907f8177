import { csvRows, firstRows } from './csv';

const NAME = /^([^\s,;|"]{1,200}@[^\s,;|"]{1,50}|acc_\w{1,60})$/;
const nameIn = (fields: readonly string[]) =>
  fields.map((cell) => cell.trim()).find((cell) => NAME.test(cell));

/**
 * Returns the lines of a table of people, each with the e-mail or account id in its first cell that has one; '' for a
 * line without one. Null if no line names a person.
 */
export function readPeopleFile(text: string): [line: number, name: string][] | null {
  const tables = firstRows(text).map(({ delimiter, rows }) => ({
    delimiter,
    count: rows.filter(({ fields }) => fields && nameIn(fields)).length,
  }));
  const [best] = tables.toSorted((a, b) => b.count - a.count);
  if (!best || best.count === 0) return null;
  const people: [number, string][] = [];
  for (const { line, fields } of csvRows(text, best.delimiter)) {
    const name = (fields && nameIn(fields)) ?? '';
    const isBlank = fields?.every((cell) => cell.trim() === '') ?? false;
    // What stands before the first person is a header.
    const isHeader = fields !== null && name === '' && people.length === 0;
    if (!isBlank && !isHeader) people.push([line, name]);
  }
  return people;
}
