import { createHash } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { AppError } from '@/domain/errors';
import { day, moment, satang } from '@/schemas/answers/parts';
import { RECORDS, type RecordKind, type RecordOf } from '@/schemas/answers/records';
import type { Ctx } from '../../platform/context';
import { queryRows } from '../../db/query-rows';
import { instantText, SOURCES, type Source } from './sources';

/** What a list is asked for. All other fields are filters. */
interface ListInput {
  limit: number;
  cursor?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
  [filter: string]: unknown;
}

export interface RecordPage<Kind extends RecordKind> {
  items: RecordOf<Kind>[];
  cursor: string | null;
  hasMore: boolean;
}

const dialect = new PgDialect();

/**
 * Returns a page of records, the oldest first, so that a program that reads on later finds what was added.
 * @throws AppError INPUT_INVALID for a cursor of other filters or of another list
 */
export async function readRecords<Kind extends RecordKind>(
  { db }: Pick<Ctx, 'db'>,
  kind: Kind,
  { limit, cursor, ...filters }: ListInput,
): Promise<RecordPage<Kind>> {
  const source: Source<Kind> = SOURCES[kind];
  const [timeField, idField] = source.key;
  const order = [timeField, idField].map((name) => columnOf(source, name)).join(', ');
  const print = printOf(kind, filters);
  const conditions = conditionsOf(source, filters);
  if (cursor !== undefined) {
    const [, ofList, lastAt = '', lastId] =
      /^(\S+) (\S+) (.+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
    if (ofList !== print || !isInstant(lastAt))
      throw new AppError('INPUT_INVALID', { fieldErrors: { cursor: ['validation.invalidInput'] } });
    conditions.push(sql`(${sql.raw(order)}) > (${lastAt}::timestamptz, ${lastId})`);
  }
  const record = RECORDS[kind];
  const columns = Object.entries<z.ZodType>(record.shape).map(
    ([name, shape]) => sql`${sql.raw(written(columnOf(source, name), shape))} as ${sql.identifier(name)}`,
  );
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
  const shape = record as unknown as z.ZodType<RecordOf<Kind>, RecordOf<Kind>>;
  const { sql: text, params } = dialect.sqlToQuery(
    sql`select ${sql.join(columns, sql`, `)} from ${sql.raw(source.from)} where ${where}
      order by ${sql.raw(order)} limit ${limit + 1}`,
  );
  // As a text, so that each connection plans a list once: planning costs more than a page.
  const rows = await queryRows(db, shape, { text, params });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    cursor: last
      ? Buffer.from(`${print} ${String(last[timeField])} ${String(last[idField])}`).toString('base64url')
      : (cursor ?? null),
    hasMore: rows.length > limit,
  };
}

/** Returns the column of a field, or the expression that makes it. */
function columnOf<Kind extends RecordKind>({ fields, alias }: Source<Kind>, name: string): string {
  const column: Partial<Record<string, string>> = fields;
  return column[name] ?? `${alias}.${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}

/** Returns a column as the API writes a value of this shape. */
function written(column: string, shape: z.ZodType): string {
  const inner = shape instanceof z.ZodNullable ? shape.unwrap() : shape;
  if (inner === moment) return instantText(column);
  if (inner === day) return `${column}::text`;
  return inner === satang ? `${column}::float8` : column;
}

function conditionsOf<Kind extends RecordKind>(
  source: Source<Kind>,
  { from, until, ...asked }: Pick<ListInput, 'from' | 'until'> & Record<string, unknown>,
): SQL[] {
  const time = sql.raw(columnOf(source, source.key[0]));
  const filters: Partial<Record<string, string>> = source.filters ?? {};
  return [
    ...(source.where ? [sql.raw(source.where)] : []),
    ...(from ? [sql`${time} >= ${from.toISOString()}::timestamptz`] : []),
    ...(until ? [sql`${time} < ${until.toISOString()}::timestamptz`] : []),
    ...Object.entries(asked).flatMap(([name, value]) =>
      value === undefined ? [] : [sql`${sql.raw(filters[name] ?? columnOf(source, name))} = ${value}`],
    ),
  ];
}

const isInstant = (text: string) => z.iso.datetime().safeParse(text).success;

/** Returns the mark of a list with its filters, which a cursor keeps. */
function printOf(kind: RecordKind, filters: object): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  const text = JSON.stringify([kind, given.sort(([a], [b]) => (a < b ? -1 : 1))]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}
