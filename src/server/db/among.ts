import { sql, type AnyColumn } from 'drizzle-orm';

/** Returns an SQL condition that a column is one of some texts: one statement for any number of them. */
export function isAmong(column: AnyColumn, texts: readonly string[]) {
  return sql`${column} in (select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`;
}
