import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { clockOffset, monotonicMs } from './clock';
import { transaction, type Db } from '../db';
import { log } from './log';

/** The names of leases. Only the process with the lease does the named work. Each lease has a row in `leases`. */
export type LeaseName = 'billing' | 'checks' | 'numbers' | 'payouts';

/** A lease that this process holds. */
export interface Lease {
  /** Returns false as soon as another process may hold the lease. No new work may then start. */
  isHeld: () => boolean;
}

interface LeaseOptions {
  name: LeaseName;
  /** The maximum time to wait for another process to release the lease. */
  waitMs?: number;
  /** The length of the lease without renewal, for example after its process was killed. */
  lengthMs?: number;
}

const LENGTH_MS = 60_000;
const POLL_MS = 200;

/**
 * Returns an SQL expression of the present instant: the database's clock plus the product clock's offset. All processes
 * share the database's clock.
 */
const now = () => sql`clock_timestamp() + ${`${clockOffset()} milliseconds`}::interval`;

/**
 * Runs `work` while this process holds a lease, and renews the lease meanwhile. Does not need a database session of its
 * own, so that it also works with a transaction pooler.
 * @returns null if another process still holds the lease after `waitMs`. `work` does not run then.
 */
export async function withLease<T>(
  db: Db,
  { name, waitMs = 0, lengthMs = LENGTH_MS }: LeaseOptions,
  work: (lease: Lease) => Promise<T>,
): Promise<{ done: T } | null> {
  const holder = randomUUID();
  const until = monotonicMs() + waitMs;
  let openUntil = await acquire(db, name, holder, lengthMs);
  while (openUntil === null && monotonicMs() < until) {
    await sleep(POLL_MS);
    openUntil = await acquire(db, name, holder, lengthMs);
  }
  if (openUntil === null) return null;

  let validUntil = openUntil;
  const ended = new AbortController();
  const renewing = (async () => {
    while (validUntil > 0 && !ended.signal.aborted) {
      await sleep(lengthMs / 4, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
      if (ended.signal.aborted) return;
      try {
        validUntil = (await renew(db, name, holder, lengthMs)) ?? 0;
      } catch (error) {
        log.warn('lease.not_renewed', { names: [name], error });
      }
    }
    if (!ended.signal.aborted) log.warn('lease.lost', { names: [name] });
  })();
  try {
    return { done: await work({ isHeld: () => monotonicMs() < validUntil }) };
  } finally {
    ended.abort();
    await renewing;
    await release(db, name, holder, () => monotonicMs() < validUntil);
  }
}

/**
 * Acquires the lease if no other process holds it.
 * @returns the end of the lease, by this process's monotonic clock; null if another process holds the lease
 */
async function acquire(db: Db, name: LeaseName, holder: string, lengthMs: number): Promise<number | null> {
  const asked = monotonicMs();
  const length = sql`${`${lengthMs} milliseconds`}::interval`;
  // Replaces a stored lease that ends later than a new lease would: it is from before the clock was set back.
  const rows = await transaction(db, (tx) =>
    tx.execute(sql`
      insert into leases as held (name, holder, taken_at, until)
      values (${name}, ${holder}, ${now()}, ${now()} + ${length})
      on conflict (name) do update
        set holder = excluded.holder, taken_at = excluded.taken_at, until = excluded.until
        where held.holder is null or held.until <= ${now()} or held.until > ${now()} + ${length}
      returning held.name`),
  );
  return rows.length > 0 ? asked + lengthMs : null;
}

/**
 * Renews the lease of this process.
 * @returns the new end of the lease, by this process's monotonic clock; null if another process has taken the
 *   lease
 */
async function renew(db: Db, name: LeaseName, holder: string, lengthMs: number): Promise<number | null> {
  const asked = monotonicMs();
  const rows = await transaction(db, (tx) =>
    tx.execute(sql`
      update leases set until = ${now()} + ${`${lengthMs} milliseconds`}::interval
      where name = ${name} and holder = ${holder} returning name`),
  );
  return rows.length > 0 ? asked + lengthMs : null;
}

/** Releases the lease. After an error, retries until the lease has expired. */
async function release(db: Db, name: LeaseName, holder: string, isHeld: () => boolean): Promise<void> {
  while (isHeld()) {
    try {
      await transaction(db, (tx) =>
        tx.execute(
          sql`update leases set holder = null, until = ${now()} where name = ${name} and holder = ${holder}`,
        ),
      );
      return;
    } catch (error) {
      log.warn('lease.not_released', { names: [name], error });
      await sleep(POLL_MS * 5);
    }
  }
}
