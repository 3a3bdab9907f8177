import type { Db } from './db/client';
import { sql } from 'drizzle-orm';

/**
 * The one place that asks what time it is. Outside production the whole product can be moved forward: the offset
 * lives in the database and is kept here. It hangs on `globalThis` because a production web process holds two
 * copies of this module, the server's and the one inside the page bundle, and both must tell the same time.
 */
const cell = globalThis as typeof globalThis & { iraClockOffsetMs?: number };

/** The product's present moment. */
export function systemNow(): Date {
  // eslint-disable-next-line no-restricted-syntax -- this is the clock
  return new Date(Date.now() + (cell.iraClockOffsetMs ?? 0));
}

/** Milliseconds for measuring how long something took or for leases between processes; never business time. */
export function monotonicMs(): number {
  return performance.now();
}

/** Reads the stored offset into this process. */
export async function loadClock(db: Db): Promise<void> {
  const [row] = await db.execute<{ offset_ms: string }>(sql`select offset_ms from clock_offset`);
  cell.iraClockOffsetMs = row ? Number(row.offset_ms) : 0;
}

/** Sets the offset of this process; the caller has stored it. */
export function setClockOffset(offsetMs: number): void {
  cell.iraClockOffsetMs = offsetMs;
}

export function clockOffset(): number {
  return cell.iraClockOffsetMs ?? 0;
}
