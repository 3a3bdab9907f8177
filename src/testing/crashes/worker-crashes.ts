import type { Day } from '@/domain/day';
import type { World } from '../world';
import { findProblems } from './ledger-checks';
import { startProcess, type TestProcess } from './child-process';
import { runUntilIdle, createDueSubscribers, type Recovery } from './recovery';
import { requestBillingRun, listLockedJobs, waitForClock, waitForJobs } from './time';

/** A killed process and the recovery from the kill. */
export interface Crash {
  where: string;
  recovery: Recovery;
  /** Time in ms that the replacing process took to load its code. */
  startMs: number;
  problems: string[];
}

/** Results of killing workers at gates. */
interface Crashes {
  crashes: Crash[];
  /** Gates that the worker did not pass, so that it was not killed. */
  notReached: string[];
}

/** A point at which a process can be killed. */
interface Gate {
  where: string;
  /** The number of times that the process has passed this gate, from 1. */
  at: number;
}

/** Bills one order of a new subscriber with a worker that kills itself at the gate. */
async function billOne(world: World, worker: TestProcess, { where, at }: Gate): Promise<Day> {
  const due = await createDueSubscribers(world);
  await waitForJobs(world);
  await waitForClock([worker]);
  worker.arm({ at, signal: 'SIGKILL', only: where });
  await worker.passedGates();
  await requestBillingRun(world);
  return due;
}

/**
 * Bills new subscribers until the worker has killed itself at the gate. A busy machine can end a job before the gate,
 * for example by a timeout.
 * @returns the payment date; null if the worker lives after three subscribers
 */
async function billAndDie(world: World, worker: TestProcess, gate: Gate): Promise<Day | null> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const due = await billOne(world, worker, gate);
    if (!(await waitForJobs(world, [], { isOver: () => worker.hasExited() }))) return due;
  }
  return null;
}

/**
 * Lists the gates that a worker passes while it bills one order and sends its parcel. Bills another order if the
 * worker's own crontab billed it before the gates were counted.
 */
async function listGates(world: World, worker: TestProcess): Promise<Gate[]> {
  let passed: readonly string[] = [];
  do {
    await billOne(world, worker, { where: '', at: Number.MAX_SAFE_INTEGER });
    await waitForJobs(world);
    passed = await worker.passedGates();
  } while (!passed.some((where) => where.startsWith('after POST')));
  return passed.map((where, index) => ({
    where,
    at: passed.slice(0, index + 1).filter((other) => other === where).length,
  }));
}

/**
 * Kills a worker at each gate of billing one order. Each gate has a new subscriber, and another worker
 * completes the work. Names identify the gates, because their order changes. If a worker does not pass its
 * gate, it keeps running and the result lists the gate in `notReached`.
 * @param isWanted selects gates; default: all
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
      const due = await billAndDie(world, victim, gate);
      if (due === null) {
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
