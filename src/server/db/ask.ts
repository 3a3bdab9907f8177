import type postgres from 'postgres';
import type { Db, Tx } from '.';

/**
 * Runs one statement, prepared once per connection, inside or outside a transaction. For hot paths, where building and
 * parsing a query costs more than its result.
 * @param text with `$1`, `$2`, … for `params`
 */
export async function ask<Row extends object>(db: Db | Tx, text: string, params: unknown[]): Promise<Row[]> {
  const { client } = db._.session as unknown as { client: postgres.Sql };
  return client.unsafe<Row[]>(text, params as never[], { prepare: true });
}
