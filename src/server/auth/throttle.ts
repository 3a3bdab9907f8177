import { sql } from 'drizzle-orm';
import { settings } from '@/env';
import { AppError } from '@/domain/errors';
import { THROTTLES, type ThrottleName } from '@/domain/throttle';
import { systemNow } from '../clock';
import { transaction, type Db, type Tx } from '../db/client';
import { countSentAway } from '../metrics/counters';

/**
 * Counts one use of a limit shared by all processes, before any look-up or hashing.
 * @param subject who is counted: an address, an account, a registration.
 * @throws AppError THROTTLED with the seconds to wait when the window's limit is passed.
 */
export async function countThrottled(db: Db, name: ThrottleName, subject: string): Promise<void> {
  const limit = THROTTLES[name];
  const now = systemNow();
  const windowEndsAt = new Date(now.getTime() + limit.windowMinutes * 60_000).toISOString();
  const key = `${name}:${subject}`;
  const [row] = await transaction(db, (tx) =>
    tx.execute<{ count: number; window_ends_at: string }>(sql`
      insert into throttles (key, count, window_ends_at) values (${key}, 1, ${windowEndsAt})
      on conflict (key) do update set
        count = case when throttles.window_ends_at <= ${now.toISOString()} then 1 else throttles.count + 1 end,
        window_ends_at = case when throttles.window_ends_at <= ${now.toISOString()} then excluded.window_ends_at
          else throttles.window_ends_at end
      returning count, window_ends_at`),
  );
  if (row && row.count > limit.max * settings().THROTTLE_SCALE) {
    countSentAway(name);
    const seconds = Math.ceil((new Date(row.window_ends_at).getTime() - now.getTime()) / 1000);
    throw new AppError('THROTTLED', { retryAfterSeconds: Math.max(1, seconds) });
  }
}

/** Forgets what was counted, after a success. */
export async function clearThrottle(tx: Tx, name: ThrottleName, subject: string): Promise<void> {
  await tx.execute(sql`delete from throttles where key = ${`${name}:${subject}`}`);
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
    tx.execute(sql`update throttles set count = count - 1 where key = ${`${name}:${subject}`} and count > 0`),
  );
  return found;
}
