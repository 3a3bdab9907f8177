import { settings } from '@/env';
import { processState } from '@/process-state';
import type { Db } from '../db';
import { clockOffset as storedOffset } from '../db/schema';

/**
 * The only place that reads the time. Outside production the product clock can be moved: the offset is in the database
 * and cached here.
 */
const clock = processState('clock', () => ({ offsetMs: 0 }));

/** Returns the present instant of the product clock. */
export function systemNow(): Date {
  // eslint-disable-next-line no-restricted-syntax -- this is the clock
  return new Date(Date.now() + clock.offsetMs);
}

/**
 * Returns a clock that shows `now` at this moment. A command that waits for a lock reads it under the lock, so that its
 * rule uses the instant at which it acts.
 */
export function clockFrom(now: Date): () => Date {
  const aheadMs = now.getTime() - systemNow().getTime();
  return () => new Date(systemNow().getTime() + aheadMs);
}

/** Returns milliseconds to measure elapsed time within this process; never an instant. */
export function monotonicMs(): number {
  return performance.now();
}

/**
 * Reads the stored offset into this process.
 * @throws Error in production for any offset: the database is a copy of one whose clock was moved
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

/** Reads the stored offset, and outside production follows its changes. */
export async function followClock(db: Db): Promise<void> {
  await loadClock(db);
  if (settings().production) return;
  await db.$client.listen('ira_clock', (offset) => setClockOffset(Number(offset)));
}

/** Sets the offset of this process; the caller has stored it. */
export function setClockOffset(offsetMs: number): void {
  clock.offsetMs = offsetMs;
}

export function clockOffset(): number {
  return clock.offsetMs;
}
