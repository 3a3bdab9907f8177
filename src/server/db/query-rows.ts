import type { SQL } from 'drizzle-orm';
import type postgres from 'postgres';
import { z } from 'zod';
import { isTest } from '@/env';
import type { Db, Tx } from '.';

/**
 * SQL with `$1`, `$2`, … for `params`. It is fast: the text is not built again, and prepared once per
 * connection.
 */
interface StatementText {
  text: string;
  params: unknown[];
}

/**
 * Runs a hand-written statement, inside or outside a transaction. Returns its rows as the driver reads them.
 * @param shape the type of a row. Tests check the rows against it; production does not.
 */
export async function queryRows<Row>(
  db: Db | Tx,
  shape: z.ZodType<Row, Row>,
  statement: SQL | StatementText,
): Promise<Row[]> {
  const rows = 'text' in statement ? await runText(db, statement) : [...(await db.execute(statement))];
  if (isTest()) requireShape(z.array(shape), rows);
  return rows as Row[];
}

function runText(db: Db | Tx, { text, params }: StatementText): Promise<unknown[]> {
  const { client } = db._.session as unknown as { client: postgres.Sql };
  return client.unsafe(text, params as never[], { prepare: true });
}

/**
 * Returns an SQL expression with a typed value for Drizzle's query builder.
 * @param shape the type of the value. Tests check each value except null against it; production does not.
 */
export function typedSql<Value>(shape: z.ZodType<Value, Value>, expression: SQL): SQL<Value> {
  const decode = (value: unknown) => {
    if (isTest()) requireShape(shape, value);
    return value;
  };
  return expression.mapWith(decode) as SQL<Value>;
}

function requireShape(shape: z.ZodType, value: unknown): void {
  const { error } = shape.safeParse(value);
  if (error) throw new TypeError(`A hand-written statement returns another type:\n${z.prettifyError(error)}`);
}
