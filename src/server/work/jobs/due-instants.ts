import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../db';
import { queryRows } from '../../db/query-rows';
import type { Ctx } from '../../platform/context';
import type { DueColumn, ScheduledJob } from './scheduled-jobs';

const firstRow = z.object({ at: z.number(), first: z.string().nullable() });

/**
 * Returns the first instant in each column of `dueFrom`, or the first one after an instant; null without one. Sends one
 * statement, because most jobs have nothing due in most runs.
 */
export async function readFirstInstants(
  db: Db,
  jobs: readonly ScheduledJob[],
  after?: Date,
): Promise<Map<DueColumn, Date | null>> {
  const columns = [...new Set(jobs.flatMap(({ dueFrom }) => dueFrom ?? []))];
  if (columns.length === 0) return new Map();
  const selects = columns.map((column, at) => {
    const isLater = after ? sql` where ${column} > ${after.toISOString()}::timestamptz` : sql``;
    return sql`select ${at}::int as at, (select min(${column}) from ${column.table}${isLater}) as first`;
  });
  const rows = await queryRows(db, firstRow, sql.join(selects, sql` union all `));
  const firstOf = (at: number) => rows.find((row) => row.at === at)?.first ?? null;
  return new Map(columns.map((column, at) => [column, toDate(firstOf(at))]));
}

const toDate = (text: string | null) => (text === null ? null : new Date(text));

/** Returns when the next row of any of the jobs is due after `now`; null without one. */
export async function readNextInstant({ db, now }: Ctx, jobs: readonly ScheduledJob[]): Promise<Date | null> {
  const [first, ...others] = await Promise.all([
    readFirstInstants(
      db,
      jobs.filter(({ nextAt }) => !nextAt),
      now,
    ),
    ...jobs.map(({ nextAt }) => nextAt?.({ db, now }, now)),
  ]);
  const ahead = [...first.values(), ...others].flatMap((at) => (at && at > now ? at.getTime() : []));
  return ahead.length === 0 ? null : new Date(Math.min(...ahead));
}
