import { and, asc, eq, inArray, min, not, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { dayOf, monthOf, type Month } from '@/domain/day';
import { FIGURES, isRollUpDue, monthsThrough, PACK_FIGURES } from '@/domain/numbers';
import { settings } from '@/settings/settings';
import { openDatabase, transaction, type Db, type Tx } from '../../db';
import { queryRows } from '../../db/query-rows';
import { numberMonths, numbers } from '../../db/schema';
import { monotonicMs } from '../../platform/clock';
import type { Ctx } from '../../platform/context';
import { withLease } from '../../platform/lease';
import { log } from '../../platform/log';
import { queriesOf } from './rows';

/** The time limit for one query of a roll-up. It reads a month, or every subscription. */
const QUERY_MAX_MS = 5 * 60_000;

const sumRow = z.object({
  figure: z.enum([...FIGURES, ...PACK_FIGURES]),
  part: z.string(),
  count: z.number(),
  amount: z.number(),
});
type SumRow = z.output<typeof sumRow>;

/**
 * Computes the figures of all months that are due, the earliest first. Does nothing while another process does.
 * @param stopping ends the work after the month in progress
 */
export async function rollUpNumbers(ctx: Ctx, stopping: AbortSignal): Promise<void> {
  await withLease(ctx.db, { name: 'numbers' }, async ({ isHeld }) => {
    for (const month of await listMonthsToRollUp(ctx)) {
      if (!isHeld() || stopping.aborted) return;
      await rollUpMonth(ctx, month);
    }
  });
}

/** Returns the months whose figures must be computed now, the earliest first. */
export async function listMonthsToRollUp({ db, now }: Ctx): Promise<Month[]> {
  const computed = await db.select().from(numberMonths).orderBy(asc(numberMonths.month));
  const first = computed[0]?.month ?? (await findFirstMonth(db));
  if (first === null) return [];
  const rows = new Map(computed.map((row) => [row.month, row]));
  return monthsThrough(first, monthOf(dayOf(now))).filter((month) => {
    const row = rows.get(month);
    return isRollUpDue(month, row ? { at: row.computedAt, tookMs: row.tookMs } : null, now);
  });
}

const firstRow = z.object({ day: z.string().nullable() });

/** Returns the month of the first registration or payment; null before both. */
async function findFirstMonth(db: Db): Promise<Month | null> {
  const [row] = await queryRows(
    db,
    firstRow,
    sql`select least((select min(registered_on) from subscriptions),
      (select min(registered_on) from ended_registrations),
      (select min((recorded_at at time zone 'Asia/Bangkok')::date) from money_received),
      (select min((closed_at at time zone 'Asia/Bangkok')::date) from refunds where status = 'succeeded'))::text as day`,
  );
  return row?.day ? (row.day.slice(0, 7) as Month) : null;
}

/**
 * Computes the figures of a month from its rows and stores them. A roll-up of a later instant wins: then nothing is
 * stored.
 */
export async function rollUpMonth({ db, now }: Ctx, month: Month): Promise<void> {
  const started = monotonicMs();
  const rows = await countRows({ month, asOf: now });
  const tookMs = Math.round(monotonicMs() - started);
  const stored = await transaction(db, async (tx) => {
    if (!(await claimMonth(tx, { month, computedAt: now, tookMs }))) return false;
    const isPack = inArray(numbers.figure, [...PACK_FIGURES]);
    // Packs belong to no month: the last ones stay until others replace them.
    const hasPacks = month === monthOf(dayOf(now));
    await tx
      .delete(numbers)
      .where(hasPacks ? or(eq(numbers.month, month), isPack) : and(eq(numbers.month, month), not(isPack)));
    if (rows.length > 0) await tx.insert(numbers).values(rows.map((row) => ({ month, ...row })));
    return true;
  });
  log.info('numbers.rolled_up', { names: [month], count: rows.length, outcome: stored ? 'stored' : 'older' });
}

/**
 * Computes the figures of every month again, the earliest first. The page shows the stored ones until then.
 * @returns the months
 */
export async function rebuildNumbers({ db, now }: Ctx): Promise<Month[]> {
  const [first, [stored]] = await Promise.all([
    findFirstMonth(db),
    db.select({ month: min(numberMonths.month) }).from(numberMonths),
  ]);
  const earliest = [first, stored?.month ?? null].filter((month) => month !== null).sort()[0];
  if (earliest === undefined) return [];
  const months = monthsThrough(earliest, monthOf(dayOf(now)));
  for (const month of months) await rollUpMonth({ db, now }, month);
  return months;
}

/** Locks the row of a month and stores when it was computed. Returns false if it was computed later already. */
async function claimMonth(tx: Tx, row: typeof numberMonths.$inferInsert): Promise<boolean> {
  const claimed = await tx
    .insert(numberMonths)
    .values(row)
    .onConflictDoUpdate({
      target: numberMonths.month,
      set: { computedAt: row.computedAt, tookMs: row.tookMs },
      setWhere: sql`${numberMonths.computedAt} <= excluded.computed_at`,
    })
    .returning({ month: numberMonths.month });
  return claimed.length > 0;
}

/** Counts in a session of its own: the queries of a large shop take longer than the time limit of a request. */
async function countRows(window: { month: Month; asOf: Date }): Promise<SumRow[]> {
  const db = openDatabase(settings().DATABASE_URL, 1, QUERY_MAX_MS + 10_000);
  try {
    return await db.transaction(
      async (tx) => {
        await tx.execute(sql.raw(`set local statement_timeout = ${QUERY_MAX_MS}`));
        const found: SumRow[] = [];
        for (const query of queriesOf(window)) found.push(...(await queryRows(tx, sumRow, sumsOf(query))));
        return found;
      },
      { accessMode: 'read only', isolationLevel: 'repeatable read' },
    );
  } finally {
    await db.$client.end({ timeout: 1 });
  }
}

const sumsOf = (query: ReturnType<typeof queriesOf>[number]) =>
  sql`select figure, part, count(*)::int as count, coalesce(sum(amount), 0)::float8 as amount
    from (${query}) counted group by figure, part`;
