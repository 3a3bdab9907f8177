import type { Day } from '@/domain/day';
import type { World } from '../world';
import { wrongsWith } from './books';
import { startFired, type FiredProcess } from './process';
import { comeToRest, plantDue, type Recovery } from './recovery';
import { askForBillingRun, heldJobs, waitForClock, waitForJobs } from './time';

/** One death, and what came after it. */
export interface Crash {
  where: string;
  recovery: Recovery;
  /** How long the next process took to read its code. */
  startMs: number;
  wrongs: string[];
}

/** What came of killing workers gate by gate. */
interface Crashes {
  crashes: Crash[];
  /** Gates that the worker told to die there did not come by: nobody died at them. */
  unmet: string[];
}

/** A point at which a process may die. */
interface Gate {
  where: string;
  /** At the how manyth time that it passes there. */
  at: number;
}

/** One order's billing in a world of its own: a worker that is told when to die, and what time it is. */
async function billOne(world: World, worker: FiredProcess, { where, at }: Gate): Promise<Day> {
  const due = await plantDue(world);
  await waitForJobs(world);
  await waitForClock([worker]);
  worker.arm({ at, signal: 'SIGKILL', only: where });
  await worker.passedGates();
  await askForBillingRun(world);
  return due;
}

/** The gates that a worker passes while it bills one order, from its payment date's beginning to the parcel's order. */
async function listGates(world: World, worker: FiredProcess): Promise<Gate[]> {
  await billOne(world, worker, { where: '', at: Number.MAX_SAFE_INTEGER });
  await waitForJobs(world);
  const passed = await worker.passedGates();
  return passed.map((where, index) => ({
    where,
    at: passed.slice(0, index + 1).filter((other) => other === where).length,
  }));
}

/**
 * Kills a real worker at gate after gate of billing one order, each time with a fresh subscriber. The next worker takes
 * up what is left. A gate is known by its name, not by its number: work that goes on side by side passes its gates in
 * another order each time. A worker that didn't come by a gate this time lives on, and that gate was not met.
 * @param isWanted which gates; each one when left out
 */
export async function crashWorkers(
  world: World,
  isWanted: (where: string) => boolean = () => true,
  tell: (crash: Crash) => void = () => undefined,
): Promise<Crashes> {
  const crashes: Crash[] = [];
  const unmet: string[] = [];
  let living = startFired('worker');
  let next = startFired('worker');
  try {
    await living.begin();
    for (const gate of await listGates(world, living)) {
      if (!isWanted(gate.where)) continue;
      const victim = living;
      const due = await billOne(world, victim, gate);
      if (await waitForJobs(world, [], { isOver: () => victim.hasExited() })) {
        unmet.push(gate.at === 1 ? gate.where : `${gate.where}, time ${gate.at}`);
        continue;
      }
      const where = await victim.doomed;
      const startMs = await next.readyMs;
      const ofTheDead = await heldJobs(world, victim);
      await next.begin();
      living = next;
      next = startFired('worker');
      const recovery = await comeToRest(world, ofTheDead);
      const crash = { where, recovery, startMs, wrongs: await wrongsWith(world, due) };
      tell(crash);
      crashes.push(crash);
    }
    return { crashes, unmet };
  } finally {
    await endAll([living, next]);
  }
}

/** Kills what is still alive. */
export async function endAll(processes: readonly FiredProcess[]): Promise<void> {
  for (const one of processes) if (!one.hasExited()) one.kill('SIGKILL');
  await Promise.all(processes.map((one) => one.exited));
}
