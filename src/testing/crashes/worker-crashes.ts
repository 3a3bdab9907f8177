import type { Day } from '@/domain/day';
import type { World } from '../world';
import { findProblems } from './ledger-checks';
import { startProcess, type TestProcess } from './child-process';
import { runUntilIdle, createDueSubscribers, type Recovery } from './recovery';
import { requestBillingRun, listLockedJobs, waitForClock, waitForJobs } from './time';

/** One killed process and the recovery from it. */
export interface Crash {
  where: string;
  recovery: Recovery;
  /** Time in ms that the next process took to load its code. */
  startMs: number;
  problems: string[];
}

/** Results of killing workers at gates. */
interface Crashes {
  crashes: Crash[];
  /** Gates that the worker did not pass. The worker was not killed at them. */
  notReached: string[];
}

/** A point at which a process can be killed. */
interface Gate {
  where: string;
  /** The number of the pass at this gate, from 1. */
  at: number;
}

/** Bills one order of a new subscriber with a worker that is killed at the gate. */
async function billOne(world: World, worker: TestProcess, { where, at }: Gate): Promise<Day> {
  const due = await createDueSubscribers(world);
  await waitForJobs(world);
  await waitForClock([worker]);
  worker.arm({ at, signal: 'SIGKILL', only: where });
  await worker.passedGates();
  await requestBillingRun(world);
  return due;
}

/** Lists the gates that a worker passes while it bills one order, up to the request of its parcel. */
async function listGates(world: World, worker: TestProcess): Promise<Gate[]> {
  await billOne(world, worker, { where: '', at: Number.MAX_SAFE_INTEGER });
  await waitForJobs(world);
  const passed = await worker.passedGates();
  return passed.map((where, index) => ({
    where,
    at: passed.slice(0, index + 1).filter((other) => other === where).length,
  }));
}

/**
 * Kills a worker at each gate of billing one order, with a new subscriber per gate. The next worker completes the work.
 * Gates are identified by name, because concurrent work passes them in a different order each time. A worker that does
 * not pass its gate keeps running, and the gate is listed as not reached.
 * @param isWanted selects gates; default all
 */
export async function crashWorkers(
  world: World,
  isWanted: (where: string) => boolean = () => true,
  onCrash: (crash: Crash) => void = () => undefined,
): Promise<Crashes> {
  const crashes: Crash[] = [];
  const notReached: string[] = [];
  let current = startProcess('worker');
  let next = startProcess('worker');
  try {
    await current.begin();
    for (const gate of await listGates(world, current)) {
      if (!isWanted(gate.where)) continue;
      const victim = current;
      const due = await billOne(world, victim, gate);
      if (await waitForJobs(world, [], { isOver: () => victim.hasExited() })) {
        notReached.push(gate.at === 1 ? gate.where : `${gate.where}, time ${gate.at}`);
        continue;
      }
      const where = await victim.stoppedAt;
      const startMs = await next.readyMs;
      const lockedJobs = await listLockedJobs(world, victim);
      await next.begin();
      current = next;
      next = startProcess('worker');
      const recovery = await runUntilIdle(world, lockedJobs);
      const crash = { where, recovery, startMs, problems: await findProblems(world, due) };
      onCrash(crash);
      crashes.push(crash);
    }
    return { crashes, notReached };
  } finally {
    await killAll([current, next]);
  }
}

/** Kills processes that are still running. */
export async function killAll(processes: readonly TestProcess[]): Promise<void> {
  for (const one of processes) if (!one.hasExited()) one.kill('SIGKILL');
  await Promise.all(processes.map((one) => one.exited));
}
