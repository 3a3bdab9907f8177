import type { SQL } from 'drizzle-orm';
import type postgres from 'postgres';
import { z } from 'zod';
import { isTest } from '@/settings/settings';
import type { Db, Tx } from '.';

/** An SQL text with the placeholders `$1`, `$2`, … for `params`. Each connection prepares the text once. */
interface StatementText {
  text: string;
  params: unknown[];
}

/**
 * Runs a hand-written SQL statement, inside or outside a transaction. Returns its rows without decoding columns.
 * @param shape the type of a row. Only tests check the rows against it.
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
 * @param shape the type of the value. Only tests check the values against it, except null.
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
