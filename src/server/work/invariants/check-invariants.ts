import { sql } from 'drizzle-orm';
import { HOUR_MS } from '@/domain/duration';
import { settings } from '@/settings/settings';
import { monotonicMs, systemNow } from '../../platform/clock';
import type { Ctx } from '../../platform/context';
import { openDatabase, transaction, type Tx } from '../../db';
import { readFlag, writeFlag, type Flag } from '../../platform/flags';
import { log } from '../../platform/log';
import { findViolation, findViolations, INVARIANTS, type Violation } from './invariants';

/** The maximum age of `ctx.now` for a check. Seeding replays older days, which are not checked. */
const PAST_MS = 5 * 60_000;
/**
 * The time limit for one invariant. Other invariants are checked even after a timeout. It is shorter than the silence after
 * which db/socket.ts gives up a session.
 */
const CHECK_MAX_MS = 40_000;
/**
 * The minimum wait after a check, as a multiple of its duration. So checks use at most a sixtieth of the
 * time.
 */
const REST_FACTOR = 60;

type LastCheck = Flag<'invariants'>;
const NEVER: LastCheck = { at: null, asked: 0, violated: [], unchecked: [] };

/**
 * Returns one row if a check is due; otherwise none. A check is due an hour after the start of the last
 * check, or later after a long check.
 */
export async function listInvariantCheck(ctx: Ctx): Promise<{ id: string }[]> {
  const now = systemNow();
  if (ctx.now.getTime() < now.getTime() - PAST_MS) return [];
  const last = await readFlag(ctx.db, 'invariants');
  const dueAt = last?.dueAt ?? (last?.at && new Date(last.at).getTime() + HOUR_MS);
  return !dueAt || new Date(dueAt) <= now ? [{ id: 'invariants' }] : [];
}

/**
 * Checks every invariant in one read-only transaction, so that all invariants see the same data. Logs the
 * names of violated invariants, and stores them for the metrics and the operator. A failed or interrupted
 * check is repeated after an hour.
 */
export async function checkInvariants({ db }: Ctx, checkMaxMs = CHECK_MAX_MS): Promise<Violation[]> {
  const now = systemNow();
  const started = monotonicMs();
  const dueAfter = (ms: number) => new Date(now.getTime() + ms).toISOString();
  await transaction(db, async (tx) =>
    writeFlag(tx, 'invariants', {
      ...((await readFlag(tx, 'invariants')) ?? NEVER),
      dueAt: dueAfter(HOUR_MS),
    }),
  );
  const { violations, unchecked } = await db.transaction((tx) => checkAll(tx, now, checkMaxMs), {
    accessMode: 'read only',
    isolationLevel: 'repeatable read',
  });
  const violated = violations.map(({ name }) => name);
  const asked = INVARIANTS.length - unchecked.length;
  log.info('invariants.checked', { count: asked, outcome: `${violated.length} violated` });
  if (violated.length > 0) log.error('invariants.violated', { count: violated.length, names: violated });
  const rest = Math.max(HOUR_MS, REST_FACTOR * (monotonicMs() - started));
  await transaction(db, (tx) =>
    writeFlag(tx, 'invariants', { at: now.toISOString(), asked, violated, unchecked, dueAt: dueAfter(rest) }),
  );
  return violations;
}

/** The time limit for one invariant when an operator waits for the result. */
const AT_ONCE_MAX_MS = 15 * 60_000;
const SILENCE_MAX_MS = AT_ONCE_MAX_MS + 10_000;

/**
 * Checks every invariant at once in one read-only transaction, for an operator. A check reads the whole history and may
 * take longer than the time limits of a request, so it has a session of its own.
 * @throws Error if an invariant takes longer than a quarter of an hour
 */
export async function findViolationsAtOnce(): Promise<Violation[]> {
  const db = openDatabase(settings().DATABASE_URL, 1, SILENCE_MAX_MS);
  try {
    return await db.transaction(
      async (tx) => {
        await tx.execute(sql.raw(`set local statement_timeout = ${AT_ONCE_MAX_MS}`));
        return findViolations({ db: tx, now: systemNow() });
      },
      { accessMode: 'read only', isolationLevel: 'repeatable read' },
    );
  } finally {
    await db.$client.end({ timeout: 1 });
  }
}

async function checkAll(tx: Tx, now: Date, checkMaxMs: number) {
  const violations: Violation[] = [];
  const unchecked: string[] = [];
  await tx.execute(sql.raw(`set local statement_timeout = ${checkMaxMs}`));
  for (const invariant of INVARIANTS) {
    try {
      const violation = await tx.transaction((inner) => findViolation({ db: inner, now }, invariant));
      if (violation) violations.push(violation);
    } catch (error) {
      unchecked.push(invariant.name);
      log.warn('invariants.unchecked', { names: [invariant.name], error });
    }
  }
  return { violations, unchecked };
}
