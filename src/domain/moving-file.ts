import { csvRows, firstRows } from './csv';
import { formatOf, mapRows, readCustomers, readProductNames } from './moving-formats';
import { MOVING_COLUMN_NAMES, readMovingHeader } from './moving-in';

/** A file of rows. `rows` yields each line after a given one with its cells, which are null if it cannot be read. */
export interface MovingFile {
  header: string[];
  rows: (after: number) => Generator<[line: number, cells: string[] | null]>;
}

/** What a file of another system needs beside it. `products`: lines like `41234567 = day-pads`. */
export interface MovingExtras {
  products?: string;
  /** Shopify's export of customers. */
  customers?: string;
}

/** What is no name of a column: persons and numbers. */
const IS_VALUE = /@|\d{4}/;
/** The fewest columns of a table whose columns are chosen by hand. */
const COLUMNS_MIN = 5;

/**
 * Opens a file of the template or of a known system, whose subscriptions become rows of the template. The header of
 * another file is the one of the first lines that names the most columns of the template; if none names any, the widest
 * without persons and numbers. Null without one. `isByHand`: no system is known.
 */
export function openMovingFile(text: string, extras: MovingExtras = {}, isByHand = false): MovingFile | null {
  const known = isByHand ? null : formatOf(text);
  if (known) return openKnown(text, known, extras);
  const named = firstRows(text).flatMap(({ delimiter, rows }) =>
    rows.map(({ fields, line }) => {
      const header = fields ?? [];
      const count = Object.keys(readMovingHeader(header).at).length;
      const width = header.some((name) => IS_VALUE.test(name)) ? 0 : header.filter(Boolean).length;
      return { delimiter, header, line, count, width };
    }),
  );
  const [best] = named.toSorted((a, b) => b.count - a.count || b.width - a.width);
  if (!best || (best.count === 0 && best.width < COLUMNS_MIN)) return null;
  return {
    header: best.header,
    *rows(after) {
      for (const { line, fields } of csvRows(text, best.delimiter))
        if (line > Math.max(after, best.line)) yield [line, fields];
    },
  };
}

function openKnown(
  text: string,
  known: NonNullable<ReturnType<typeof formatOf>>,
  { products = '', customers }: MovingExtras,
): MovingFile {
  const more = {
    products: readProductNames(products),
    customers: customers === undefined ? null : readCustomers(customers),
  };
  return {
    header: [...MOVING_COLUMN_NAMES],
    *rows(after) {
      for (const [line, cells] of mapRows(text, known, more))
        if (line > after) yield [line, cells && MOVING_COLUMN_NAMES.map((column) => cells[column] ?? '')];
    },
  };
}

/** Returns rows in sets of at most `size`. */
export function* inRowSets<T>(rows: Iterable<T>, size: number): Generator<T[]> {
  let set: T[] = [];
  for (const row of rows) {
    set.push(row);
    if (set.length < size) continue;
    yield set;
    set = [];
  }
  if (set.length > 0) yield set;
}
