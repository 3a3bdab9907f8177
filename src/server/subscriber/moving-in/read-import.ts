import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from '@/domain/errors';
import { MOVING_ROW_STATES, type MovingDay, type MovingRowState } from '@/domain/moving-in';
import { queryRows } from '../../db/query-rows';
import { columnShape } from '../../db/row-shapes';
import { importRows, imports, orders } from '../../db/schema';
import type { Ctx } from '../../platform/context';

/** The first days of a rehearsal that are shown. */
const DAYS_SHOWN = 14;
const IMPORTS_SHOWN = 20;

const countsRow = z.object({ state: columnShape(importRows.state), count: z.number(), faulty: z.number() });
const tokensRow = z.object({ tokens: z.number(), seconds: z.number().nullable() });
const daysRow = z.object({ day: columnShape(orders.paymentDate), count: z.number(), total: z.number() });

/** Returns the latest imports. */
export async function listImports({ db }: Ctx) {
  return db
    .select({
      importId: imports.id,
      source: imports.source,
      fileName: imports.fileName,
      state: imports.state,
      createdAt: imports.createdAt,
    })
    .from(imports)
    .orderBy(desc(imports.createdAt))
    .limit(IMPORTS_SHOWN);
}

/** Returns an import with what its rows do. @throws AppError NOT_FOUND */
export async function readImport({ db }: Ctx, importId: string) {
  const [found] = await db.select().from(imports).where(eq(imports.id, importId));
  if (!found) throw new AppError('NOT_FOUND');
  const counted = await queryRows(db, countsRow, {
    text: `select state, count(*)::int as count, count(*) filter (where faults <> '[]')::int as faulty
      from import_rows where import_id = $1 group by state`,
    params: [importId],
  });
  const days: MovingDay[] = await queryRows(db, daysRow, {
    text: `select first_date::text as day, count(*)::int as count, sum(total)::float8 as total from import_rows
      where import_id = $1 and state in ('ready','imported','active') and first_date is not null
      group by first_date order by first_date`,
    params: [importId],
  });
  const [{ done = 0 } = {}] = await queryRows(db, z.object({ done: z.number() }), {
    text: 'select count(*)::int as done from import_rows where import_id = $1 and line <= $2',
    params: [importId, found.line],
  });
  const [{ tokens = 0, seconds = 0 } = {}] = await queryRows(db, tokensRow, {
    text: `select (select count(*)::int from import_rows where import_id = $1 and state = 'imported'
        and token in ('open','waits')) as tokens,
      extract(epoch from moved_at - begun_at)::float8 as seconds from imports where id = $1`,
    params: [importId],
  });
  const countOf = (wanted: MovingRowState) => counted.find((row) => row.state === wanted)?.count ?? 0;
  const counts = Object.fromEntries(MOVING_ROW_STATES.map((one) => [one, countOf(one)]));
  const { source, fileName, state, createdAt } = found;
  const all = counted.reduce((sum, { count }) => sum + count, 0);
  return {
    importId,
    source,
    fileName,
    state,
    createdAt,
    done,
    /** The tokens that have to be read at the gateway before their rows can start. */
    tokens,
    /** How long the present work will take; null before anything is done. */
    secondsLeft: done === 0 || seconds === null ? null : Math.round((seconds / done) * (all - done)),
    all,
    notes: counted.reduce((sum, row) => sum + (row.state === 'refused' ? 0 : row.faulty), 0),
    counts: counts as Record<MovingRowState, number>,
    days: days.slice(0, DAYS_SHOWN),
    moreDays: Math.max(0, days.length - DAYS_SHOWN),
    payments: days.reduce((sum, { count }) => sum + count, 0),
    total: days.reduce((sum, { total }) => sum + total, 0),
  };
}

/** Returns rows of an import by their lines, after a line. They name no person. */
export async function readImportRows(
  { db }: Ctx,
  { importId, faulty, after, limit }: { importId: string; faulty: boolean; after: number; limit: number },
) {
  return db
    .select({
      line: importRows.line,
      externalId: importRows.externalId,
      state: importRows.state,
      faults: importRows.faults,
      firstDate: importRows.firstDate,
      total: importRows.total,
      accountId: importRows.accountId,
    })
    .from(importRows)
    .where(
      and(
        eq(importRows.importId, importId),
        gt(importRows.line, after),
        faulty ? sql`${importRows.faults} <> '[]'` : undefined,
      ),
    )
    .orderBy(asc(importRows.line))
    .limit(limit);
}
