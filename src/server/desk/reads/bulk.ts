import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { BULK_ROW_STATES, BULK_WORK, isBulkWork, type BulkRowState } from '@/domain/bulk';
import { AppError } from '@/domain/errors';
import type { bulkRowsInput } from '@/schemas/bulk';
import { typedSql } from '../../db/query-rows';
import { accounts, bulkChanges, bulkRows } from '../../db/schema';
import type { Ctx } from '../../platform/context';

const LISTED = 20;

/** Returns the latest bulk changes, newest first. */
export async function listBulk({ db }: Ctx) {
  return db
    .select({
      bulkId: bulkChanges.id,
      change: bulkChanges.change,
      state: bulkChanges.state,
      createdAt: bulkChanges.createdAt,
    })
    .from(bulkChanges)
    .orderBy(desc(bulkChanges.createdAt))
    .limit(LISTED);
}

/**
 * Returns a bulk change, the number of its rows in each state, and how far the present work is. `effect`: how much more
 * the next orders cost with it, in satang; `priced`: for how many subscribers.
 * @throws AppError NOT_FOUND
 */
export async function readBulk({ db }: Ctx, bulkId: string) {
  const [bulk] = await db.select().from(bulkChanges).where(eq(bulkChanges.id, bulkId));
  if (!bulk) throw new AppError('NOT_FOUND');
  const count = z.number();
  const sums = await db
    .select({
      state: bulkRows.state,
      count: typedSql(count, sql`count(*)::int`),
      done: typedSql(count, sql`(count(*) filter (where ${bulkRows.line} <= ${bulk.line}))::int`),
      effect: typedSql(count, sql`coalesce(sum(${bulkRows.after} - ${bulkRows.before}), 0)::float8`),
      priced: typedSql(count, sql`(count(*) filter (where ${bulkRows.after} <> ${bulkRows.before}))::int`),
    })
    .from(bulkRows)
    .where(eq(bulkRows.bulkId, bulkId))
    .groupBy(bulkRows.state);
  const of = (states: readonly BulkRowState[], what: 'count' | 'done' | 'effect' | 'priced') =>
    sums.reduce((sum, row) => (states.includes(row.state) ? sum + row[what] : sum), 0);
  const { state, change, filter, fileName, createdAt } = bulk;
  const counts = Object.fromEntries(BULK_ROW_STATES.map((one) => [one, of([one], 'count')]));
  const left = isBulkWork(state) ? BULK_WORK[state].rows : [];
  const all = of(BULK_ROW_STATES, 'count');
  return {
    state,
    change,
    filter,
    fileName,
    createdAt,
    counts: counts as Record<BulkRowState, number>,
    all,
    /** The rows that the present work is through with. */
    through: all - of(left, 'count') + of(left, 'done'),
    effect: of(['ready', 'done'], 'effect'),
    priced: of(['ready', 'done'], 'priced'),
  };
}

const LEFT_OUT = ['refused', 'changed', 'kept'] as const;

/** Returns the next rows of a bulk change with the names of their subscribers. */
export async function readBulkRows(
  { db }: Ctx,
  { bulkId, leftOut, after, limit }: z.output<typeof bulkRowsInput>,
) {
  return db
    .select({
      line: bulkRows.line,
      state: bulkRows.state,
      code: bulkRows.code,
      before: bulkRows.before,
      after: bulkRows.after,
      accountId: bulkRows.accountId,
      name: typedSql(z.string().nullable(), sql`trim(${accounts.firstName} || ' ' || ${accounts.lastName})`),
    })
    .from(bulkRows)
    .leftJoin(accounts, eq(accounts.id, bulkRows.accountId))
    .where(
      and(
        eq(bulkRows.bulkId, bulkId),
        gt(bulkRows.line, after),
        leftOut ? inArray(bulkRows.state, [...LEFT_OUT]) : undefined,
      ),
    )
    .orderBy(asc(bulkRows.line))
    .limit(limit);
}
