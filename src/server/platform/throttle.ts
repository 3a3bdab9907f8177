import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { settings } from '@/settings/settings';
import { AppError } from '@/domain/errors';
import {
  isNetworkAtLimit,
  networksOf,
  THROTTLES,
  type Network,
  type Throttle,
  type ThrottleName,
} from '@/domain/throttle';
import { systemNow } from './clock';
import { transaction, type Db, type Tx } from '../db';
import { queryRows } from '../db/query-rows';
import { columnShape, rowShape } from '../db/row-shapes';
import { throttles } from '../db/schema';
import { keyedHash } from './keyed-hash';
import { showLimit } from './shown-limits';
import { countEnumeration, countRefusedCaller } from './counters';

/**
 * One use of a rate limit. `subject` is the IP address, e-mail, account or registration whose uses are counted. `larger`:
 * the subject is a larger network, which has `budget` times the limit and does not refuse the first tries of `smallest`.
 */
export type Use = { name: ThrottleName; subject: string; larger?: { budget: number; smallest: Use } };

const countedRow = z.object({ count: z.number(), window_ends_at: columnShape(throttles.windowEndsAt) });
type Counted = z.output<typeof countedRow>;
const keyedRow = countedRow.extend({ key: z.string() });
const usesRow = rowShape(throttles, ['key', 'count']);

/** Returns the key of a counter. The key contains a hash of the subject, so that it reveals no account or e-mail. */
export const keyOf = ({ name, subject }: Use) => `${name}:${keyedHash('throttle', subject)}`;

/**
 * Counts one use of a limit. All processes share the counter. Does not count a use above the limit.
 * @param subject the IP address, e-mail, account or registration whose uses are counted
 * @throws AppError THROTTLED with the seconds to wait when the limit is exceeded
 */
export async function countThrottled(db: Db, name: ThrottleName, subject: string): Promise<void> {
  await countTogether(db, [{ name, subject }]);
}

/**
 * Counts one use of each limit. If any limit is exceeded, counts no use.
 * @throws AppError THROTTLED as `countThrottled`
 */
export async function countTogether(db: Db, uses: Use[]): Promise<void> {
  await transaction(db, (tx) => countUses(tx, uses));
}

/**
 * Counts one use of each limit in the caller's transaction. The transaction must roll back after an error.
 * @param counted uses of other limits, which are counted and never refuse
 * @throws AppError THROTTLED as `countThrottled`
 */
export async function countUses(tx: Tx, refusing: Use[], counted: Use[] = []): Promise<void> {
  const uses = [...refusing, ...counted];
  // The same order for all callers prevents deadlocks.
  const sorted = uses.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const rows = await countWindows(
    tx,
    sorted.filter((use) => !isRolling(use)),
  );
  for (const use of sorted.filter(isRolling)) rows.set(use, await countRolling(tx, use));
  for (const use of refusing) enforceLimit(use, rows);
}

/**
 * Counts one use of the limit `shared`, which all callers share, and of the caller's limit `own`. If `shared` is
 * exceeded, still admits a caller within `own`, and counts this use for the limit `together`. Throws when `together` is
 * also exceeded. Other callers alone can therefore not block this caller.
 * @throws AppError THROTTLED with the seconds to wait for `shared`
 */
export async function countWithReserve(
  db: Db,
  shared: Use,
  { own, together }: { own: Use; together: Use },
): Promise<void> {
  await transaction(db, async (tx) => {
    const sorted = [shared, own].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    const rows = await countWindows(tx, sorted);
    if (!isPassed(shared, rows)) return;
    const reserve = isPassed(own, rows) ? null : await countWindows(tx, [together]);
    if (reserve && !isPassed(together, reserve)) return;
    enforceLimit(shared, rows);
  });
}

/** Counts one use, also above the limit. Does not throw THROTTLED. */
export async function countUse(tx: Tx, use: Use): Promise<void> {
  await (isRolling(use) ? countRolling(tx, use) : countWindows(tx, [use]));
}

const isRolling = ({ name }: Use) => (THROTTLES[name] as Throttle).rolling === true;

/**
 * Takes `wanted` uses of a limit with a fixed time window at once, or what is left of it.
 * @returns how many were taken, how many are left for others, and the end of the window
 */
export async function takeUses(
  db: Db,
  use: Use,
  wanted: number,
): Promise<{ taken: number; left: number; max: number; endsAt: Date }> {
  const rows = await transaction(db, (tx) => countWindows(tx, [use], wanted));
  const { count, window_ends_at: endsAt } = rows.get(use) ?? { count: 0, window_ends_at: 0 };
  const [max, before] = [maxOf(use), count - wanted];
  const taken = Math.max(0, Math.min(wanted, max - before));
  return { taken, left: Math.max(0, max - before - taken), max, endsAt: new Date(endsAt) };
}

/** Counts uses of each limit with a fixed time window. @param uses must be sorted by key, to prevent deadlocks */
async function countWindows(tx: Tx, uses: Use[], by = 1): Promise<Map<Use, Counted>> {
  if (uses.length === 0) return new Map();
  const now = systemNow();
  const at = now.toISOString();
  const values = uses.map((use) => {
    const endsAt = new Date(now.getTime() + THROTTLES[use.name].windowMinutes * 60_000).toISOString();
    return sql`(${keyOf(use)}, ${by}::int, ${endsAt}::timestamptz)`;
  });
  const rows = await queryRows(
    tx,
    keyedRow,
    sql`
      insert into throttles (key, count, window_ends_at) values ${sql.join(values, sql`, `)}
      on conflict (key) do update set
        count = case when throttles.window_ends_at <= ${at} then excluded.count else throttles.count + excluded.count end,
        window_ends_at = case when throttles.window_ends_at <= ${at} then excluded.window_ends_at
          else throttles.window_ends_at end
      returning key, count, window_ends_at`,
  );
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return new Map(uses.flatMap((use) => (byKey.has(keyOf(use)) ? [[use, byKey.get(keyOf(use))!]] : [])));
}

const maxOf = ({ name, larger }: Use) =>
  THROTTLES[name].max * (larger?.budget ?? 1) * settings().THROTTLE_SCALE;

function isPassed(use: Use, rows: ReadonlyMap<Use, { count: number }>): boolean {
  const first = use.larger ? (rows.get(use.larger.smallest)?.count ?? 0) : null;
  return isNetworkAtLimit(rows.get(use)?.count ?? 0, maxOf(use), first);
}

function enforceLimit(use: Use, rows: ReadonlyMap<Use, Counted>): void {
  const row = rows.get(use);
  if (!row) return;
  const [max, endsAt] = [maxOf(use), new Date(row.window_ends_at)];
  const { windowMinutes } = THROTTLES[use.name];
  showLimit({ name: use.name, max, left: Math.max(0, max - row.count), windowMinutes, endsAt });
  if (!isPassed(use, rows)) return;
  countRefusedCaller(use.name);
  const seconds = Math.ceil((endsAt.getTime() - systemNow().getTime()) / 1000);
  throw new AppError('THROTTLED', { retryAfterSeconds: Math.max(1, seconds) });
}

/**
 * Counts one use of a rolling limit.
 * @returns the number of uses in the window that ends now, and the instant at which the oldest use is no longer in the
 *   window
 */
async function countRolling(tx: Tx, use: Use): Promise<Counted> {
  const key = keyOf(use);
  const at = systemNow().toISOString();
  const span = sql`make_interval(mins => ${THROTTLES[use.name].windowMinutes}::int)`;
  const [row] = await queryRows(
    tx,
    countedRow,
    sql`
    insert into throttles (key, count, uses, window_ends_at)
      values (${key}, 1, array[${at}::timestamptz], ${at}::timestamptz + ${span})
    on conflict (key) do update set
      uses = array(select u from unnest(throttles.uses) u where u > ${at}::timestamptz - ${span} order by u)
        || excluded.uses,
      count = (select count(*) from unnest(throttles.uses) u where u > ${at}::timestamptz - ${span})::int + 1,
      window_ends_at = excluded.window_ends_at
    returning count, uses[1] + ${span} as window_ends_at`,
  );
  if (!row) throw new Error('a throttle row was not returned');
  return row;
}

/** Whether one of the given rolling limits would refuse one more use now. Does not count a use. */
export async function isLimitReached(db: Db | Tx, uses: readonly Use[]): Promise<boolean> {
  return (await listReachedLimits(db, uses)).size > 0;
}

/** Whether more uses of a limit with a fixed time window were counted than it allows. */
export async function isExceeded(db: Db | Tx, use: Use): Promise<boolean> {
  const [row] = await db
    .select()
    .from(throttles)
    .where(eq(throttles.key, keyOf(use)));
  return row !== undefined && row.windowEndsAt > systemNow() && row.count > maxOf(use);
}

/** Returns those of the given uses that their rolling limits would refuse now. Does not count a use. */
export async function listReachedLimits(db: Db | Tx, uses: readonly Use[]): Promise<ReadonlySet<Use>> {
  if (uses.length === 0) return new Set();
  const sinceOf = ({ name }: Use) =>
    new Date(systemNow().getTime() - THROTTLES[name].windowMinutes * 60_000).toISOString();
  const asked = uses.map((use) => ({ key: keyOf(use), since: sinceOf(use) }));
  const rows = await queryRows(
    db,
    usesRow,
    sql`
    select t.key, (select count(*) from unnest(t.uses) u where u > a.since)::int as count
      from throttles t join jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a(key text, since timestamptz)
      on a.key = t.key`,
  );
  const counts = new Map(rows.map(({ key, count }) => [key, count]));
  const afterNext = new Map(uses.map((use) => [use, { count: (counts.get(keyOf(use)) ?? 0) + 1 }]));
  return new Set(uses.filter((use) => isPassed(use, afterNext)));
}

/** Subtracts each use from its counter. Called when a counted use must not count after all. */
export async function releaseUses(db: Db, uses: Use[]): Promise<void> {
  await transaction(db, (tx) =>
    tx.execute(sql`
      with locked as (select key from throttles where key in ${uses.map(keyOf)} and count > 0 order by key for update)
      update throttles set count = count - 1, uses = uses[1:cardinality(uses) - 1]
        where key in (select key from locked)`),
  );
}

/** Deletes the counter of a limit for a subject, for example after a correct login. */
export async function clearThrottle(tx: Tx, name: ThrottleName, subject: string): Promise<void> {
  await tx.delete(throttles).where(eq(throttles.key, keyOf({ name, subject })));
}

/**
 * Runs `find` and counts one use of each limit if the result is null. Counts the uses before it calls `find`, to limit
 * concurrent calls, and subtracts them again if `find` returns a value.
 * @throws AppError THROTTLED without calling `find`, when a limit is exceeded
 */
export async function countMisses<T>(db: Db, uses: Use[], find: () => Promise<T | null>): Promise<T | null> {
  await countTogether(db, uses);
  const found = await find();
  if (found !== null) await releaseUses(db, uses);
  return found;
}

/** Returns the uses of a limit by the networks of an IP address, as `networksOf` returns them. */
export function usesOf(name: ThrottleName, [first, ...others]: readonly Network[]): Use[] {
  if (!first) return [];
  const smallest: Use = { name, subject: first.network };
  const larger = others.map(({ network, budget }) => ({
    name,
    subject: network,
    larger: { budget, smallest },
  }));
  return [smallest, ...larger];
}

/** Returns the uses of a limit by the networks of the caller. */
export function byNetwork(name: ThrottleName, { address }: { address: string }): Use[] {
  return usesOf(name, networksOf(address));
}

/** Returns a use for a mail to an e-mail that a caller without a known device requested. */
export function strangerMail(emailNorm: string): Use {
  return { name: 'mailStranger', subject: emailNorm };
}

/** Returns the uses for a response that reveals whether an e-mail has an account: IP address and IP range. */
export function enumerationBy(caller: { address: string }): Use[] {
  return [{ name: 'enumeration', subject: caller.address }, ...byNetwork('enumerationNetwork', caller)];
}

/**
 * Runs `attempt`, and counts the uses of `enumerationBy` if it throws EMAIL_TAKEN. Counts the uses before `attempt`, and
 * subtracts them again after any other result.
 * @param more additional uses, which always count
 * @throws AppError THROTTLED before `attempt` starts, for taken and free e-mails
 */
export async function countTakenAnswers<T>(
  db: Db,
  caller: { address: string },
  attempt: () => Promise<T>,
  more: Use[] = [],
): Promise<T> {
  const uses = enumerationBy(caller);
  await countTogether(db, [...uses, ...more]);
  let isTaken = false;
  try {
    return await attempt();
  } catch (error) {
    isTaken = error instanceof AppError && error.code === 'EMAIL_TAKEN';
    throw error;
  } finally {
    if (isTaken) countEnumeration();
    else await releaseUses(db, uses);
  }
}
