import { sql } from 'drizzle-orm';
import { settings } from '@/env';
import { AppError } from '@/domain/errors';
import { THROTTLES, type Throttle, type ThrottleName } from '@/domain/throttle';
import { systemNow } from '../clock';
import { transaction, type Db, type Tx } from '../db/client';
import { keyedHash } from '../keyed-hash';
import { countSentAway } from '../metrics/counters';

/** One use of a limit by one subject. */
export type Use = { name: ThrottleName; subject: string };

type Counted = { count: number; window_ends_at: string };

/** Returns the key of a count. It outlives the account it was made for, and does not say whose it was. */
export const keyOf = ({ name, subject }: Use) => `${name}:${keyedHash('throttle', subject)}`;

/**
 * Counts one use of a limit shared by all processes, before any look-up or hashing.
 * @param subject who is counted: an address, an account, a registration.
 * @throws AppError THROTTLED with the seconds to wait when the window's limit is passed.
 */
export async function countThrottled(db: Db, name: ThrottleName, subject: string): Promise<void> {
  enforceLimit(name, await transaction(db, (tx) => countUse(tx, { name, subject })));
}

/**
 * Counts one use of each limit in the caller's transaction, which must roll back when this throws.
 * @throws AppError THROTTLED as `countThrottled` does
 */
export async function countUses(tx: Tx, uses: Use[]): Promise<void> {
  // One order for all callers: two of them never wait for each other.
  for (const use of uses.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    enforceLimit(use.name, await countUse(tx, use));
}

/** Counts one use whether or not it passes the limit. */
export async function countUse(tx: Tx, use: Use): Promise<Counted | undefined> {
  const limit: Throttle = THROTTLES[use.name];
  const now = systemNow();
  const windowEndsAt = new Date(now.getTime() + limit.windowMinutes * 60_000).toISOString();
  const key = keyOf(use);
  if (limit.rolling) return countRolling(tx, key, { now, limit });
  const [row] = await tx.execute<Counted>(sql`
      insert into throttles (key, count, window_ends_at) values (${key}, 1, ${windowEndsAt})
      on conflict (key) do update set
        count = case when throttles.window_ends_at <= ${now.toISOString()} then 1 else throttles.count + 1 end,
        window_ends_at = case when throttles.window_ends_at <= ${now.toISOString()} then excluded.window_ends_at
          else throttles.window_ends_at end
      returning count, window_ends_at`);
  return row;
}

const maxOf = (name: ThrottleName) => THROTTLES[name].max * settings().THROTTLE_SCALE;

function enforceLimit(name: ThrottleName, row: Counted | undefined): void {
  if (!row || row.count <= maxOf(name)) return;
  countSentAway(name);
  const seconds = Math.ceil((new Date(row.window_ends_at).getTime() - systemNow().getTime()) / 1000);
  throw new AppError('THROTTLED', { retryAfterSeconds: Math.max(1, seconds) });
}

/** @returns the uses of the span that ends now, and when the oldest of them no longer counts. */
async function countRolling(
  tx: Tx,
  key: string,
  { now, limit }: { now: Date; limit: Throttle },
): Promise<Counted | undefined> {
  const at = now.toISOString();
  const span = sql`make_interval(mins => ${limit.windowMinutes}::int)`;
  const [row] = await tx.execute<Counted>(sql`
    insert into throttles (key, count, uses, window_ends_at)
      values (${key}, 1, array[${at}::timestamptz], ${at}::timestamptz + ${span})
    on conflict (key) do update set
      uses = array(select u from unnest(throttles.uses) u where u > ${at}::timestamptz - ${span} order by u)
        || excluded.uses,
      count = (select count(*) from unnest(throttles.uses) u where u > ${at}::timestamptz - ${span})::int + 1,
      window_ends_at = excluded.window_ends_at
    returning count, uses[1] + ${span} as window_ends_at`);
  return row;
}

/** Whether one more use of a rolling limit would be refused; counts nothing. */
export async function isLimitReached(db: Db | Tx, use: Use): Promise<boolean> {
  const since = new Date(systemNow().getTime() - THROTTLES[use.name].windowMinutes * 60_000).toISOString();
  const [row] = await db.execute<{ count: number }>(sql`
    select (select count(*) from unnest(uses) u where u > ${since})::int as count
      from throttles where key = ${keyOf(use)}`);
  return row !== undefined && row.count >= maxOf(use.name);
}

/** Gives uses back that were counted ahead of an outcome which does not count. */
export async function releaseUses(db: Db, uses: Use[]): Promise<void> {
  await transaction(db, (tx) =>
    tx.execute(sql`
      with locked as (select key from throttles where key in ${uses.map(keyOf)} and count > 0 order by key for update)
      update throttles set count = count - 1, uses = uses[1:cardinality(uses) - 1]
        where key in (select key from locked)`),
  );
}

/** Forgets what was counted, after a success. */
export async function clearThrottle(tx: Tx, name: ThrottleName, subject: string): Promise<void> {
  await tx.execute(sql`delete from throttles where key = ${keyOf({ name, subject })}`);
}

/**
 * Counts only what finds nothing. It is counted before anything is looked up and given back when something is found,
 * so that many at once are limited as well; past the limit nothing is looked up, whether it is there or not.
 * @throws AppError THROTTLED
 */
export async function countMisses<T>(
  db: Db,
  name: ThrottleName,
  subject: string,
  find: () => Promise<T | null>,
): Promise<T | null> {
  await countThrottled(db, name, subject);
  const found = await find();
  if (found === null) return null;
  await transaction(db, (tx) =>
    tx.execute(
      sql`update throttles set count = count - 1 where key = ${keyOf({ name, subject })} and count > 0`,
    ),
  );
  return found;
}
