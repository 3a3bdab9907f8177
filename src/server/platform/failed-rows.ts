import { and, eq, or, sql } from 'drizzle-orm';
import { nextTryAt } from '@/domain/failed-row';
import type { Ctx } from './context';
import { transaction, type Db } from '../db';
import { failedRows } from '../db/schema';
import { describeError, log } from './log';

/**
 * Logs that a scheduled job failed to handle a row, and records the time of the next try. Does not throw.
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
  /** Ids of failed rows that must not be tried now. */
  held: string[];
  /** Failed rows whose next try is due. `failures`: the number of failed tries. */
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
 * Deletes the failure records of the given rows after a successful try. Keeps a record if its number of failures has
 * changed since it was read.
 */
export async function deleteRecovered(db: Db, job: string, rows: Failures['retried']): Promise<void> {
  if (rows.length === 0) return;
  const unchanged = rows.map(({ rowId, failures }) =>
    and(eq(failedRows.rowId, rowId), eq(failedRows.failures, failures)),
  );
  await transaction(db, (tx) => tx.delete(failedRows).where(and(eq(failedRows.job, job), or(...unchanged))));
}
