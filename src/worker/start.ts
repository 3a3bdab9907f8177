import { Logger, run, type Runner, type RunnerOptions, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import { settings } from '@/settings/settings';
import { log } from '@/server/platform/log';
import { runSender } from '@/server/work/webhooks/sender';
import { openJobPool } from './job-pool';
import { billingTasks, CRONTAB, PROMPT_TASKS, SET_TASKS } from './queue-tasks';

/** Removes the error text from a log message of the worker, because the text may contain user input. */
const withoutError = (message: string) => message.split(' with error')[0]?.slice(0, 100) ?? '';

const LOGGED_LEVELS: ReadonlySet<string> = new Set(['error', 'warning']);

/**
 * The concurrency of the billing tasks: one slot for the billing run, one for the check jobs of the previous run, and
 * one for the figures of the desk.
 */
const BILLING_SLOTS = 3;
/** The concurrency of message sets. While one set is claimed or saved, another set is sent. */
const SET_SLOTS = 2;

export interface Worker {
  /** Resolves when the worker has stopped. Rejects when it has ended without a call of `stop`. */
  promise: Promise<unknown>;
  /** Stops the worker and waits for its running jobs. A billing run starts no further charges. */
  stop(): Promise<unknown>;
}

/**
 * Starts the worker in this process. It runs queued jobs, and the billing run every minute. The billing run
 * and message sets have their own slots. So log-in mails, refunds and webhooks never wait for them.
 */
export async function startWorker(): Promise<Worker> {
  const stopping = new AbortController();
  const slots = [settings().WORKER_CONCURRENCY, SET_SLOTS, BILLING_SLOTS];
  // One additional connection of each runner waits for notifications of new jobs.
  const pool = openJobPool(slots.reduce((sum, count) => sum + count + 1, 0));
  const forJobs = await run({
    ...optionsFor(pool, PROMPT_TASKS, settings().WORKER_CONCURRENCY),
    parsedCronItems: [],
  });
  const forSets = await run({ ...optionsFor(pool, SET_TASKS, SET_SLOTS), parsedCronItems: [] });
  const forBilling = await run({
    ...optionsFor(pool, billingTasks(stopping.signal), BILLING_SLOTS),
    crontab: CRONTAB,
  });
  const sending = runSender(stopping.signal);
  const runners = [forJobs, forSets, forBilling];
  return {
    promise: Promise.all(runners.map((runner) => untilStopped(runner, stopping.signal))),
    stop: async () => {
      stopping.abort();
      await Promise.all([...runners.map((runner) => runner.stop()), sending]);
      await pool.end();
    },
  };
}

/** Rejects if a runner ends by itself. graphile-worker reports that as a normal end, and the process would stay idle. */
async function untilStopped({ promise }: Runner, stopping: AbortSignal): Promise<void> {
  await promise;
  if (!stopping.aborted) throw new Error('The job queue has stopped: the database was away for too long.');
}

const optionsFor = (pgPool: Pool, taskList: TaskList, concurrency: number): RunnerOptions => ({
  pgPool,
  concurrency,
  pollInterval: 1000,
  noHandleSignals: true,
  taskList,
  logger: new Logger((scope) => (level, message) => {
    if (LOGGED_LEVELS.has(level)) {
      log.warn('worker.message', { code: scope.taskIdentifier ?? level, outcome: withoutError(message) });
    }
  }),
});
