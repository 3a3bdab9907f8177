import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { clockOffset, monotonicMs } from './clock';
import { transaction, type Db } from '../db';
import { log } from './log';

/** Work for one process at a time; each has a row in `leases`. */
export type LeaseName = 'billing' | 'checks';

/** What the holder can check while it works. */
export interface Lease {
  /** False as soon as another process may hold the lease: no new work may start. */
  isHeld: () => boolean;
}

interface LeaseOptions {
  name: LeaseName;
  /** How long to wait for another holder. */
  waitMs?: number;
  /** How long a killed holder excludes other processes. */
  lengthMs?: number;
}

const LENGTH_MS = 60_000;
const POLL_MS = 200;

/** The database's clock, so that processes agree, plus the product clock's offset. */
const now = () => sql`clock_timestamp() + ${`${clockOffset()} milliseconds`}::interval`;

/**
 * Runs `work` while this process holds a lease, and renews the lease meanwhile. No session is held, so that a
 * transaction pooler can be used.
 * @returns null without running `work`, when another process still holds it after `waitMs`
 */
export async function withLease<T>(
  db: Db,
  { name, waitMs = 0, lengthMs = LENGTH_MS }: LeaseOptions,
  work: (lease: Lease) => Promise<T>,
): Promise<{ done: T } | null> {
  const holder = randomUUID();
  const until = monotonicMs() + waitMs;
  let heldUntil = await acquire(db, name, holder, lengthMs);
  while (heldUntil === null && monotonicMs() < until) {
    await sleep(POLL_MS);
    heldUntil = await acquire(db, name, holder, lengthMs);
  }
  if (heldUntil === null) return null;

  let validUntil = heldUntil;
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
 * @returns the end of the lease, by this process's monotonic clock; null while another holder has it
 */
async function acquire(db: Db, name: LeaseName, holder: string, lengthMs: number): Promise<number | null> {
  const asked = monotonicMs();
  const length = sql`${`${lengthMs} milliseconds`}::interval`;
  // A lease that ends later than a new one would was taken by a clock that was set back since.
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
 * @returns the end of the lease; null when another holder has taken it
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

/** Releases the lease; retries until it would have expired. */
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
