import { settings } from '@/settings/settings';
import { processState } from '@/process-state';
import type { Db } from '../db';
import { clockOffset as storedOffset } from '../db/schema';

/**
 * The offset of the product clock in milliseconds, as the database stores it. Outside production, time travel changes
 * the offset. No other module reads the system time.
 */
const clock = () => processState('clock', () => ({ offsetMs: 0 }));

/** Returns the present instant of the product clock. */
export function systemNow(): Date {
  return new Date(Date.now() + clock().offsetMs);
}

/**
 * Returns a clock: a function that returns `now` plus the time since this call. A command uses it to get the present
 * instant after it has waited for a lock.
 */
export function clockFrom(now: Date): () => Date {
  const aheadMs = now.getTime() - systemNow().getTime();
  return () => new Date(systemNow().getTime() + aheadMs);
}

/** Returns milliseconds of a monotonic clock, to measure elapsed time within this process. */
export function monotonicMs(): number {
  return performance.now();
}

/**
 * Reads the offset of the product clock from the database into this process.
 * @throws Error in production for any offset except 0: the database then comes from a test system
 */
export async function loadClock(db: Db): Promise<void> {
  const [row] = await db.select({ offsetMs: storedOffset.offsetMs }).from(storedOffset);
  const offsetMs = row?.offsetMs ?? 0;
  if (offsetMs !== 0 && settings().production)
    throw new Error(
      `The clock of this database was moved by ${offsetMs} ms (table clock_offset), which production never allows: ` +
        'all orders up to the moved date would be charged. Connect the production database instead.',
    );
  clock().offsetMs = offsetMs;
}

const POLL_MS = 2_000;

/**
 * Reads the offset of the product clock. Outside production, also follows changes of the stored offset: by notifications,
 * and by polling, because the driver may listen no more after the database was away.
 */
export async function followClock(db: Db): Promise<void> {
  await loadClock(db);
  if (settings().production) return;
  let notifications = 0;
  await db.$client.listen('ira_clock', (offset) => {
    notifications += 1;
    setClockOffset(Number(offset));
  });
  const poll = async () => {
    const before = notifications;
    const [row] = await db.select({ offsetMs: storedOffset.offsetMs }).from(storedOffset);
    // A notification that arrived meanwhile is newer than this row.
    if (row && notifications === before) setClockOffset(row.offsetMs);
  };
  setInterval(() => void poll().catch(() => undefined), POLL_MS).unref();
}

/** Sets the offset of the product clock in this process. The caller must have stored it in the database. */
export function setClockOffset(offsetMs: number): void {
  clock().offsetMs = offsetMs;
}

export function clockOffset(): number {
  return clock().offsetMs;
}
