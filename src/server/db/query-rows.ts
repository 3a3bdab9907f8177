import type { SQL } from 'drizzle-orm';
import type postgres from 'postgres';
import { z } from 'zod';
import { isTest } from '@/env';
import type { Db, Tx } from '.';

/** SQL with `$1`, `$2`, … for `params`. For hot paths: it is not built again, and prepared once per connection. */
interface StatementText {
  text: string;
  params: unknown[];
}

/**
 * Runs a hand-written statement, inside or outside a transaction, and returns its rows as the driver reads them.
 * @param shape the type of the rows. Every test that runs the statement checks it; production does not.
 */
export async function queryRows<Row>(
  db: Db | Tx,
  shape: z.ZodType<Row, Row>,
  statement: SQL | StatementText,
): Promise<Row[]> {
  const rows = 'text' in statement ? await runText(db, statement) : [...(await db.execute(statement))];
  if (isTest()) check(shape, rows);
  return rows as Row[];
}

function runText(db: Db | Tx, { text, params }: StatementText): Promise<unknown[]> {
  const { client } = db._.session as unknown as { client: postgres.Sql };
  return client.unsafe(text, params as never[], { prepare: true });
}

function check(shape: z.ZodType, rows: unknown[]): void {
  const { error } = z.array(shape).safeParse(rows);
  if (error) throw new TypeError(`The rows of a statement have another type:\n${z.prettifyError(error)}`);
}
