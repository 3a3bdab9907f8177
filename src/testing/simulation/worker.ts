import { readNextInstant } from '@/server/work/jobs/due-instants';
import { SCHEDULED_JOBS, type ScheduledJob } from '@/server/work/jobs/scheduled-jobs';
import type { Row } from '@/server/platform/sets';
import type { SimulatedWorld } from './world';

/** All scheduled jobs except `checkInvariants`. The simulation checks the invariants itself. */
const SIMULATED = SCHEDULED_JOBS.filter((sweep) => sweep.name !== 'checkInvariants');
const ROWS_READ_MAX = 200;
const SET_MAX = 100;
/** The interval in ms between queries of a job without due times, if no row changes. */
const RECHECK_MS = 3 * 3_600_000;

/** A scheduled job whose queries are cached. */
interface CachedJob {
  sweep: ScheduledJob;
  find: () => Promise<{ id: string }[]>;
  nextAt: () => Promise<Date | null>;
}

export interface Worker {
  /**
   * Runs all due work. Each row, or set of rows, is a task. One task in ten runs twice, at the same time.
   * @returns the number of rows
   */
  runDueWork(): Promise<number>;
  /** Returns the time at which the next work is due, or null if no work is planned. */
  nextAt(): Promise<Date | null>;
}

export async function createWorker(world: SimulatedWorld): Promise<Worker> {
  const jobs: CachedJob[] = [];
  for (const sweep of SIMULATED) jobs.push(await watch(world, sweep));
  return {
    runDueWork: async () => {
      let touched = 0;
      for (const { sweep, find } of jobs) {
        const rows = await find();
        touched += rows.length;
        for (const set of drawSets(world, sweep, rows)) {
          const copies = world.random.chance(0.1) ? 2 : 1;
          for (let copy = 0; copy < copies; copy++) {
            world.scheduler.spawn(sweep.name, () => handle(world, sweep, set));
          }
        }
        await world.runUntilIdle();
      }
      return touched;
    },
    nextAt: async () => {
      const instants: (Date | null)[] = [world.nextAt()];
      for (const { nextAt } of jobs) instants.push(await nextAt());
      const ahead = instants.filter((at) => at !== null).map((at) => at.getTime());
      return ahead.length === 0 ? null : new Date(Math.min(...ahead));
    },
  };
}

/**
 * Caches the queries of a job. A job without due rows is queried again when a row changes or when the next row is
 * due. A job without due times is queried every three hours.
 */
async function watch({ queryCache, db, ...world }: SimulatedWorld, sweep: ScheduledJob): Promise<CachedJob> {
  const byDate = await queryCache.sendsStatements(() => readNextInstant({ db, now: world.now() }, [sweep]));
  let requestedAt = new Date(0);
  let nextAfter = requestedAt;
  const next = queryCache.cache(
    () => {
      nextAfter = requestedAt;
      return readNextInstant({ db, now: requestedAt }, [sweep]);
    },
    () => nextAfter === requestedAt,
  );
  let isTimeUp = true;
  const find = queryCache.cache(
    () => {
      requestedAt = world.now();
      return sweep.find({ db, now: requestedAt }, ROWS_READ_MAX);
    },
    (rows) => rows.length === 0 && !isTimeUp,
  );
  const isUp = async () => {
    if (!byDate) return world.now().getTime() - requestedAt.getTime() >= RECHECK_MS;
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
      return at === null || at > world.now() ? at : readNextInstant({ db, now: world.now() }, [sweep]);
    },
  };
}

/**
 * Splits the rows of a job into sets of random size, at most 100 rows. A job that handles single rows gets
 * sets of one row.
 */
function drawSets({ random }: SimulatedWorld, { handle }: ScheduledJob, rows: readonly Row[]): Row[][] {
  const sets: Row[][] = [];
  for (let at = 0; at < rows.length;) {
    const size = handle.isInSets ? 1 + random.below(SET_MAX) : 1;
    sets.push(rows.slice(at, at + size));
    at += size;
  }
  return sets;
}

/**
 * Handles rows as the worker does. A row that fails stays due for the next run.
 * @throws Error if a row fails in a phase without faults
 */
async function handle(world: SimulatedWorld, sweep: ScheduledJob, rows: Row[]): Promise<void> {
  const control = { now: () => world.now(), mayGoOn: () => true };
  const { failed } = await sweep.handle({ ...world.ctx(), control, job: sweep.name }, rows);
  if (failed === 0) return;
  if (!world.hasFaults()) throw new Error(`${sweep.name} failed; the log says why`);
  world.count('row left for the next run');
}
