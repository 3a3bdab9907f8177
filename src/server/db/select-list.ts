import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** Columns that arrive as Drizzle has them: `ask()` returns an instant as text, not as a Date. */
type Key<Table extends PgTable> = {
  [K in keyof Table['$inferSelect']]: Date extends Table['$inferSelect'][K] ? never : K;
}[keyof Table['$inferSelect']] &
  string;

/** The row, or JSON object, of the listed columns, with the types of the schema. */
export type RowOf<Table extends PgTable, Keys extends readonly (keyof Table['$inferSelect'])[]> = Pick<
  Table['$inferSelect'],
  Keys[number]
>;

function columnOf(table: PgTable, alias: string, key: string) {
  const column = getTableColumns(table)[key];
  if (!column) throw new Error(`no column ${key}`);
  // A bigint would arrive as text. Money is far below 2^53.
  return `${alias}.${column.name}${column.getSQLType() === 'bigint' ? '::float8' : ''}`;
}

/** Returns a select list for `ask()`: these columns under their names in the schema. */
export function selectList<Table extends PgTable>(
  table: Table,
  alias: string,
  keys: readonly Key<Table>[],
): string {
  return keys.map((key) => `${columnOf(table, alias, key)} as "${key}"`).join(', ');
}

/** Returns the SQL expression of a JSON object with these columns under their names in the schema. */
export function jsonObject<Table extends PgTable>(
  table: Table,
  alias: string,
  keys: readonly Key<Table>[],
): string {
  return `json_build_object(${keys.map((key) => `'${key}', ${columnOf(table, alias, key)}`).join(', ')})`;
}
