import { and, eq, or, sql } from 'drizzle-orm';
import { nextTryAt } from '@/domain/failed-row';
import type { Ctx } from './context';
import { transaction, type Db } from '../db';
import { failedRows } from '../db/schema';
import { describeError, log } from './log';

/**
 * Logs that handling one row of a scheduled job failed, and records when the row is tried again. Does not
 * throw.
 */
export async function recordFailure(
  { db, now }: Ctx,
  job: string,
  rowId: string,
  error: unknown,
): Promise<void> {
  log.error('billing.row_failed', { job, rowId, error });
  const { name, code, constraint } = describeError(error);
  const text = [name, code, constraint].filter(Boolean).join(' ');
  try {
    await transaction(db, async (tx) => {
      const [row] = await tx
        .insert(failedRows)
        .values({ job, rowId, failures: 1, failedAt: now, nextTryAt: nextTryAt(1, now), error: text })
        .onConflictDoUpdate({
          target: [failedRows.job, failedRows.rowId],
          set: { failures: sql`${failedRows.failures} + 1`, failedAt: now, error: text },
        })
        .returning({ failures: failedRows.failures });
      if (row && row.failures > 1)
        await tx
          .update(failedRows)
          .set({ nextTryAt: nextTryAt(row.failures, now) })
          .where(and(eq(failedRows.job, job), eq(failedRows.rowId, rowId)));
    });
  } catch (failure) {
    log.warn('billing.failure_not_recorded', { job, rowId, error: failure });
  }
}

/** The recorded failures of one job. */
export interface Failures {
  /** Ids of failed rows whose next try is later, or that are not tried again. */
  held: string[];
  /** Failed rows whose next try is due. `failures`: how often the row has failed. */
  retried: { rowId: string; failures: number }[];
}

/** Returns the recorded failures by job. */
export async function listFailures({ db, now }: Ctx): Promise<ReadonlyMap<string, Failures>> {
  const byJob = new Map<string, Failures>();
  for (const row of await db.select().from(failedRows)) {
    const failures = byJob.get(row.job) ?? { held: [], retried: [] };
    if (row.nextTryAt && row.nextTryAt <= now) failures.retried.push(row);
    else failures.held.push(row.rowId);
    byJob.set(row.job, failures);
  }
  return byJob;
}

/**
 * Deletes the records of the given failed rows, except of rows whose number of failures has changed since the
 * read.
 */
export async function deleteRecovered(db: Db, job: string, rows: Failures['retried']): Promise<void> {
  if (rows.length === 0) return;
  const unchanged = rows.map(({ rowId, failures }) =>
    and(eq(failedRows.rowId, rowId), eq(failedRows.failures, failures)),
  );
  await transaction(db, (tx) => tx.delete(failedRows).where(and(eq(failedRows.job, job), or(...unchanged))));
}
