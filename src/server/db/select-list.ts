import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

type Key<Table extends PgTable> = keyof Table['$inferSelect'] & string;

function columnOf(table: PgTable, alias: string, key: string) {
  const column = getTableColumns(table)[key];
  if (!column) throw new Error(`no column ${key}`);
  // The driver returns a bigint as text, so it is converted to a number. Money amounts are far below 2^53.
  return `${alias}.${column.name}${column.getSQLType() === 'bigint' ? '::float8' : ''}`;
}

/** Returns an SQL select list of the given columns, named as in the Drizzle schema. */
export function selectList<Table extends PgTable>(
  table: Table,
  alias: string,
  keys: readonly Key<Table>[],
): string {
  return keys.map((key) => `${columnOf(table, alias, key)} as "${key}"`).join(', ');
}

/** Returns the SQL expression of a JSON object with the given columns, named as in the Drizzle schema. */
export function jsonObject<Table extends PgTable>(
  table: Table,
  alias: string,
  keys: readonly Key<Table>[],
): string {
  return `json_build_object(${keys.map((key) => `'${key}', ${columnOf(table, alias, key)}`).join(', ')})`;
}
