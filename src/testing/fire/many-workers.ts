import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { World } from '../world';
import { wrongsWith } from './books';
import { startFired } from './process';
import { comeToRest, plantDue, type Recovery } from './recovery';
import { askForBillingRun, heldJobs, waitForClock, waitForJobs } from './time';
import { endAll } from './worker-crashes';

/** What became of a worker that stood still for longer than its lease. */
export interface Sleeper {
  workers: number;
  where: string;
  recovery: Recovery;
  wrongs: string[];
}

/** Everything that a settlement writes, as text: the same before and after means that nothing was changed. */
async function books(world: World): Promise<string> {
  const rows = await world.db.execute(sql`
    select 'attempt' as what, id, status, charge_id as more from charge_attempts
    union all select 'order', id, status, paid_at::text from orders
    union all select 'payment', id, status, rungs_used::text from payments
    union all select 'money', id, verdict, reserved_refund::text from money_received
    union all select 'points', id, kind, points::text from points_entries
    union all select 'message', id, status, kind from messages order by 1, 2`);
  return JSON.stringify([...rows]);
}

/**
 * A worker is stopped (SIGSTOP) with the gateway's answer in its hands, sleeps past its lease while others, starting
 * together, look its charge up and settle it, and then goes on. Of one person: what else the worker had begun would
 * hold its rows until the database gives it up, a minute later, which is another matter.
 * @param workers in all
 */
export async function stopOneWorker(world: World, workers: number): Promise<Sleeper> {
  const all = Array.from({ length: workers }, () => startFired('worker'));
  const [sleeper, ...others] = all;
  if (!sleeper) throw new Error('at least one worker');
  try {
    await sleeper.begin();
    const due = await plantDue(world, 1);
    await waitForJobs(world);
    await waitForClock([sleeper]);
    sleeper.arm({ at: 1, signal: 'SIGSTOP', only: 'after POST /omise/api/charges' });
    await sleeper.passedGates();
    await askForBillingRun(world);
    const where = await sleeper.doomed;
    // What it had taken stays taken, and what it asked for last the database gives it still; the jobs of the others,
    // who have none yet, end by themselves.
    await sleep(1_000);
    const ofTheSleeper = await heldJobs(world);
    await Promise.all(others.map((one) => one.begin()));
    await waitForClock(others);
    const recovery = await comeToRest(world, ofTheSleeper);
    const before = await books(world);
    sleeper.kill('SIGCONT');
    await waitForJobs(world);
    const wrongs = await wrongsWith(world, due);
    if ((await books(world)) !== before) wrongs.push('the late settlement changed the books');
    return { workers, where, recovery, wrongs };
  } finally {
    await endAll(all);
  }
}
