import { Logger, run, type RunnerOptions, type TaskList } from 'graphile-worker';
import { settings } from '@/env';
import { log } from '@/server/platform/log';
import { billingTasks, CRONTAB, PROMPT_TASKS, SET_TASKS } from './queue-tasks';

/** Removes the error's text, which may quote user input. */
const withoutError = (message: string) => message.split(' with error')[0]?.slice(0, 100) ?? '';

const LOGGED_LEVELS: ReadonlySet<string> = new Set(['error', 'warning']);

/** One slot for the billing run, one for the checks of an earlier run. */
const BILLING_SLOTS = 2;
/** While one set of messages is claimed or saved, the other is sent. */
const SET_SLOTS = 2;

export interface Worker {
  /** Resolves when the worker has stopped, rejects when it failed. */
  promise: Promise<unknown>;
  /** Waits for running jobs; a billing run starts no further charges. */
  stop(): Promise<unknown>;
}

/**
 * Starts the worker in this process: queued jobs, and the billing run every minute. The billing run and sets of messages
 * have their own slots, so that log-in mails, refunds and webhooks never wait for them.
 */
export async function startWorker(): Promise<Worker> {
  const stopping = new AbortController();
  const forJobs = await run({
    ...optionsFor(PROMPT_TASKS, settings().WORKER_CONCURRENCY),
    parsedCronItems: [],
  });
  const forSets = await run({ ...optionsFor(SET_TASKS, SET_SLOTS), parsedCronItems: [] });
  const forBilling = await run({
    ...optionsFor(billingTasks(stopping.signal), BILLING_SLOTS),
    crontab: CRONTAB,
  });
  return {
    promise: Promise.all([forJobs.promise, forSets.promise, forBilling.promise]),
    stop: () => {
      stopping.abort();
      return Promise.all([forJobs.stop(), forSets.stop(), forBilling.stop()]);
    },
  };
}

const optionsFor = (taskList: TaskList, concurrency: number): RunnerOptions => ({
  connectionString: settings().DATABASE_URL,
  concurrency,
  // One more connection listens for new jobs.
  maxPoolSize: concurrency + 1,
  pollInterval: 1000,
  noHandleSignals: true,
  taskList,
  logger: new Logger((scope) => (level, message) => {
    if (LOGGED_LEVELS.has(level)) {
      log.warn('worker.message', { code: scope.taskIdentifier ?? level, outcome: withoutError(message) });
    }
  }),
});
