import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { World } from '../world';
import { findProblems } from './ledger-checks';
import { startProcess } from './child-process';
import { runUntilIdle, createDueSubscribers, type Recovery } from './recovery';
import { requestBillingRun, listLockedJobs, waitForClock, waitForJobs } from './time';
import { killAll } from './worker-crashes';

/** The result for a worker that was stopped for longer than its lease lasts. */
export interface StoppedWorker {
  workers: number;
  where: string;
  recovery: Recovery;
  problems: string[];
}

/** Returns the rows that recording a charge writes, as text. The test compares the rows before and after. */
async function readLedger(world: World): Promise<string> {
  const rows = await world.db.execute(sql`
    select 'attempt' as what, id, status, charge_id as more from charge_attempts
    union all select 'order', id, status, paid_at::text from orders
    union all select 'payment', id, status, retry_steps_used::text from payments
    union all select 'money', id, verdict, reserved_refund::text from money_received
    union all select 'points', id, kind, points::text from points_entries
    union all select 'message', id, status, kind from messages order by 1, 2`);
  return JSON.stringify([...rows]);
}

/**
 * Stops one worker (SIGSTOP) after it received the gateway's response. Other workers record the charge, then
 * the stopped worker continues with an expired lease. Uses one subscriber, because a stopped worker keeps its
 * database locks.
 * @param workers the number of all workers, including the stopped worker
 */
export async function stopOneWorker(world: World, workers: number): Promise<StoppedWorker> {
  const all = Array.from({ length: workers }, () => startProcess('worker'));
  const [stopped, ...others] = all;
  if (!stopped) throw new Error('at least one worker');
  try {
    await stopped.begin();
    const due = await createDueSubscribers(world, 1);
    await waitForJobs(world);
    await waitForClock([stopped]);
    stopped.arm({ at: 1, signal: 'SIGSTOP', only: 'after POST /omise/api/charges' });
    await stopped.passedGates();
    await requestBillingRun(world);
    const where = await stopped.stoppedAt;
    // The jobs of the stopped worker stay locked, and its last statement may still lock a job. No other
    // worker has jobs.
    await sleep(1_000);
    const lockedJobs = await listLockedJobs(world);
    await Promise.all(others.map((one) => one.begin()));
    await waitForClock(others);
    const recovery = await runUntilIdle(world, lockedJobs);
    const before = await readLedger(world);
    stopped.kill('SIGCONT');
    await waitForJobs(world);
    const problems = await findProblems(world, due);
    if ((await readLedger(world)) !== before) problems.push('the late settlement changed the ledger');
    return { workers, where, recovery, problems };
  } finally {
    await killAll(all);
  }
}
