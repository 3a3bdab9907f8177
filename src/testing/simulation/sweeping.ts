import { SCHEDULED_JOBS, type ScheduledJob } from '@/server/jobs/scheduled-jobs';
import type { Row } from '@/server/platform/sets';
import type { SimulatedWorld } from './world';

/** All that happens on its own, but the hourly look at the promises: a run looks at them itself. */
const SIMULATED = SCHEDULED_JOBS.filter((sweep) => sweep.name !== 'checkInvariants');
const SWEPT_AT_ONCE = 200;
const SET_MAX = 100;
/** How often what names no moment is looked for while nothing is written. */
const LOOK_AGAIN_MS = 3 * 3_600_000;

/** A sweep that is only asked when it may answer otherwise than before. */
interface Watched {
  sweep: ScheduledJob;
  find: () => Promise<{ id: string }[]>;
  nextAt: () => Promise<Date | null>;
}

export interface Worker {
  /** One look at everything that may be due: each row, or set of rows, is a task, and some are done twice at once. @returns how many rows. */
  sweepOnce(): Promise<number>;
  /** The next moment at which something falls due; null when nothing does. */
  nextAt(): Promise<Date | null>;
}

export async function createWorker(world: SimulatedWorld): Promise<Worker> {
  const sweeps: Watched[] = [];
  for (const sweep of SIMULATED) sweeps.push(await watch(world, sweep));
  return {
    sweepOnce: async () => {
      let touched = 0;
      for (const { sweep, find } of sweeps) {
        const rows = await find();
        touched += rows.length;
        for (const set of drawSets(world, sweep, rows)) {
          const copies = world.random.chance(0.1) ? 2 : 1;
          for (let copy = 0; copy < copies; copy++) {
            world.scheduler.spawn(sweep.name, () => handle(world, sweep, set));
          }
        }
        await world.comeToRest();
      }
      return touched;
    },
    nextAt: async () => {
      const instants: (Date | null)[] = [world.nextAt()];
      for (const { nextAt } of sweeps) instants.push(await nextAt());
      const ahead = instants.filter((at) => at !== null).map((at) => at.getTime());
      return ahead.length === 0 ? null : new Date(Math.min(...ahead));
    },
  };
}

/**
 * Where nothing was found, nothing will be until a row changes or the next one falls due. What can't say when that is
 * (it asks no rows about it) is looked for every few hours.
 */
async function watch({ changes, db, ...world }: SimulatedWorld, sweep: ScheduledJob): Promise<Watched> {
  const byDate = await changes.asksRows(() => sweep.nextAt({ db, now: world.now() }, world.now()));
  let askedAt = new Date(0);
  let nextAfter = askedAt;
  const next = changes.remember(
    () => {
      nextAfter = askedAt;
      return sweep.nextAt({ db, now: askedAt }, askedAt);
    },
    () => nextAfter === askedAt,
  );
  let isTimeUp = true;
  const find = changes.remember(
    () => {
      askedAt = world.now();
      return sweep.find({ db, now: askedAt }, SWEPT_AT_ONCE);
    },
    (rows) => rows.length === 0 && !isTimeUp,
  );
  const isUp = async () => {
    if (!byDate) return world.now().getTime() - askedAt.getTime() >= LOOK_AGAIN_MS;
    const at = await next();
    return at !== null && at <= world.now();
  };
  return {
    sweep,
    find: async () => {
      isTimeUp = await isUp();
      return find();
    },
    nextAt: async () => {
      const at = await next();
      return at === null || at > world.now() ? at : sweep.nextAt({ db, now: world.now() }, world.now());
    },
  };
}

/** Rows of a sweep that works in sets, in sets of 1 to 100; of any other, each by itself. */
function drawSets({ random }: SimulatedWorld, { handle }: ScheduledJob, rows: readonly Row[]): Row[][] {
  const sets: Row[][] = [];
  for (let at = 0; at < rows.length;) {
    const size = handle.isInSets ? 1 + random.below(SET_MAX) : 1;
    sets.push(rows.slice(at, at + size));
    at += size;
  }
  return sets;
}

/** A row that fails is left for the next look, as the worker does it; when nothing goes wrong outside, none may. */
async function handle(world: SimulatedWorld, sweep: ScheduledJob, rows: Row[]): Promise<void> {
  const control = { now: () => world.now(), mayGoOn: () => true };
  const { failed } = await sweep.handle({ ...world.ctx(), control, job: sweep.name }, rows);
  if (failed === 0) return;
  if (!world.isSpoiled()) throw new Error(`${sweep.name} failed; the log says why`);
  world.count('row left for the next look');
}
