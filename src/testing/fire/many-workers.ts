import { sql } from 'drizzle-orm';
import { transaction } from '@/server/db/client';
import type { World } from '../world';
import { wrongsWith } from './books';
import { startFired } from './process';
import { comeToRest, plantDue, type Recovery } from './recovery';
import { heldJobs, waitForClock, waitForJobs } from './time';
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

/** As many billing runs at once as there are workers: without a key each is a job of its own. */
async function askForRuns(world: World, count: number): Promise<void> {
  await transaction(world.db, (tx) =>
    tx.execute(sql`select graphile_worker.add_job('run_billing', max_attempts => 1)
      from generate_series(1, ${count}::int)`),
  );
}

const TRIES = 5;

/**
 * Several workers bill the same people at the same time; one of them is stopped (SIGSTOP) with the gateway's answer in
 * its hands, sleeps past its lease while the others look its charge up and settle it, and then goes on.
 */
export async function stopOneWorker(world: World, workers: number, people: number): Promise<Sleeper> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const sleeper = await tryToStopOne(world, workers, people);
    if (sleeper) return sleeper;
  }
  throw new Error('the others were always quicker');
}

/** @returns null when the others left the one that was to be stopped no charge */
async function tryToStopOne(world: World, workers: number, people: number): Promise<Sleeper | null> {
  const all = Array.from({ length: workers }, () => startFired('worker'));
  const [sleeper] = all;
  if (!sleeper) throw new Error('at least one worker');
  let sleeps = false;
  try {
    await Promise.all(all.map((one) => one.begin()));
    const due = await plantDue(world, people);
    await waitForJobs(world);
    await waitForClock(all);
    sleeper.arm({ at: 1, signal: 'SIGSTOP', only: 'after POST /omise/api/charges' });
    await sleeper.passedGates();
    void sleeper.doomed.then(() => (sleeps = true));
    await askForRuns(world, workers);
    if (await waitForJobs(world, [], { isOver: () => sleeps })) return null;
    const where = await sleeper.doomed;
    // What it had taken stays taken; the jobs of the others end by themselves.
    const recovery = await comeToRest(world, await heldJobs(world));
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
