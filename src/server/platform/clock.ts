import { settings } from '@/env';
import { processState } from '@/process-state';
import type { Db } from '../db';
import { clockOffset as storedOffset } from '../db/schema';

/**
 * The product clock of this process; no other module reads the time. Outside production the clock can be
 * moved: the database stores the offset, and this value caches it.
 */
const clock = processState('clock', () => ({ offsetMs: 0 }));

/** Returns the present instant of the product clock. */
export function systemNow(): Date {
  // eslint-disable-next-line no-restricted-syntax -- this is the clock
  return new Date(Date.now() + clock.offsetMs);
}

/**
 * Returns a clock that shows `now` at the time of this call and then advances. A command reads it after its
 * lock was granted, so that its rules use the instant after the wait.
 */
export function clockFrom(now: Date): () => Date {
  const aheadMs = now.getTime() - systemNow().getTime();
  return () => new Date(systemNow().getTime() + aheadMs);
}

/**
 * Returns milliseconds of a monotonic clock. Measures elapsed time within this process; is no point in time.
 */
export function monotonicMs(): number {
  return performance.now();
}

/**
 * Reads the stored offset into this process.
 * @throws Error in production for any offset but 0: the database is then a copy of a test database
 */
export async function loadClock(db: Db): Promise<void> {
  const [row] = await db.select({ offsetMs: storedOffset.offsetMs }).from(storedOffset);
  const offsetMs = row?.offsetMs ?? 0;
  if (offsetMs !== 0 && settings().production)
    throw new Error(
      `The clock of this database was moved by ${offsetMs} ms (table clock_offset), which production never allows: ` +
        'all orders up to the moved date would be charged. Connect the production database instead.',
    );
  clock.offsetMs = offsetMs;
}

/** Reads the stored offset. Outside production, also updates this process when the stored offset changes. */
export async function followClock(db: Db): Promise<void> {
  await loadClock(db);
  if (settings().production) return;
  await db.$client.listen('ira_clock', (offset) => setClockOffset(Number(offset)));
}

/** Sets the offset of this process, in milliseconds. The caller must have stored it in the database. */
export function setClockOffset(offsetMs: number): void {
  clock.offsetMs = offsetMs;
}

export function clockOffset(): number {
  return clock.offsetMs;
}
