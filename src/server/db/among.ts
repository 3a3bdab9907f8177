import { sql, type AnyColumn } from 'drizzle-orm';

/**
 * Returns an SQL condition: a column equals one of the given texts. The statement is the same for any number of texts,
 * so PostgreSQL prepares it once.
 */
export function isAmong(column: AnyColumn, texts: readonly string[]) {
  return sql`${column} in (select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`;
}
