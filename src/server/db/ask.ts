import type postgres from 'postgres';
import type { Db, Tx } from '.';

/**
 * Asks one statement, prepared once per connection, inside a transaction or outside of one. For the hot paths, where
 * building and parsing the same query again costs more than its answer.
 * @param text with `$1`, `$2`, … for `params`.
 */
export async function ask<Row extends object>(db: Db | Tx, text: string, params: unknown[]): Promise<Row[]> {
  const { client } = db._.session as unknown as { client: postgres.Sql };
  return client.unsafe<Row[]>(text, params as never[], { prepare: true });
}
