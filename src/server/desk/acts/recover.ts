import { setTimeout as sleep } from 'node:timers/promises';
import { findViolationsAtOnce } from '../../work/invariants/check-invariants';
import { systemNow } from '../../platform/clock';
import { reconcileNow } from '../../money/reconciliation/reconcile';
import type { OperatorCtx } from './operator';
import { pauseBilling } from './switches';

export interface Recovered {
  /** Charges of the gateway that were compared, and those that the database lacked. */
  read: number;
  found: number;
  /** Whether the whole list was read and every charge was settled. */
  complete: boolean;
  /** The names of the violated invariants. */
  violated: string[];
  /** Whether billing continues. */
  resumed: boolean;
}

const TRIES_MAX = 30;
const PAUSE_MS = 2_000;

/**
 * Pauses billing, compares the gateway's charges with the database until nothing fails, and checks all invariants. Resumes
 * billing only if the comparison is complete and every invariant holds. For a failover that may have lost writes.
 * @param since the start of the compared period; default: a month ago
 */
export async function recoverLedger(ctx: OperatorCtx, since?: Date): Promise<Recovered> {
  await pauseBilling(ctx, true);
  let [read, found, complete] = [0, 0, false];
  for (let tries = 0; tries < TRIES_MAX && !complete; tries += 1) {
    if (tries > 0) await sleep(PAUSE_MS);
    const state = await reconcileNow(ctx, since);
    if (state === null) continue;
    read = state.read;
    found += state.found;
    complete = state.startedAt === null && state.failed === 0;
  }
  const violated = (await findViolationsAtOnce()).map(({ name }) => name);
  const resumed = complete && violated.length === 0;
  if (resumed) await pauseBilling({ ...ctx, now: systemNow() }, false);
  return { read, found, complete, violated, resumed };
}
