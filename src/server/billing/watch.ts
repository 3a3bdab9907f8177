import { sql } from 'drizzle-orm';
import { HOUR_MS } from '@/domain/duration';
import { systemNow } from '../clock';
import type { Ctx } from '../context';
import { transaction } from '../db/client';
import { readFlag, writeFlag } from '../flags';
import { log } from '../log';
import { findViolations, INVARIANTS, type Violation } from './invariants';

/** Runs that replay past days (seeding) are skipped: the data is in between. */
const PAST_MS = 5 * 60_000;
const PATIENCE = '120s';

/** One row when the promises have not been looked at for an hour. */
export async function listWatch(ctx: Ctx): Promise<{ id: string }[]> {
  const now = systemNow();
  if (ctx.now.getTime() < now.getTime() - PAST_MS) return [];
  const last = await readFlag(ctx.db, 'invariants');
  const isDue = last === null || now.getTime() - new Date(last.at).getTime() >= HOUR_MS;
  return isDue ? [{ id: 'invariants' }] : [];
}

/**
 * Asks every promise in one read-only transaction, so that all of them see the same moment. What it found is logged,
 * names only, and kept for the metrics and the operator; a look that failed is repeated by the next run.
 */
export async function watchInvariants({ db }: Ctx): Promise<Violation[]> {
  const now = systemNow();
  const violations = await db.transaction(
    async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = '${PATIENCE}'`));
      return findViolations({ db: tx, now });
    },
    { accessMode: 'read only', isolationLevel: 'repeatable read' },
  );
  const violated = violations.map(({ name }) => name);
  log.info('invariants.checked', { count: INVARIANTS.length, outcome: `${violated.length} violated` });
  if (violated.length > 0) log.error('invariants.violated', { count: violated.length, names: violated });
  await transaction(db, (tx) =>
    writeFlag(tx, 'invariants', { at: now.toISOString(), asked: INVARIANTS.length, violated }),
  );
  return violations;
}
