import { Logger, run, type RunnerOptions, type TaskList } from 'graphile-worker';
import { settings } from '@/env';
import { jobQueueUrl } from '@/server/db';
import { log } from '@/server/platform/log';
import { billingTasks, CRONTAB, PROMPT_TASKS, SET_TASKS } from './queue-tasks';

/** Removes the error text from a log message of the worker, because the text may contain user input. */
const withoutError = (message: string) => message.split(' with error')[0]?.slice(0, 100) ?? '';

const LOGGED_LEVELS: ReadonlySet<string> = new Set(['error', 'warning']);

/**
 * The concurrency of the billing task: one slot for the billing run, and one for the check jobs of the
 * previous run.
 */
const BILLING_SLOTS = 2;
/** The concurrency of message sets. While one set is claimed or saved, another set is sent. */
const SET_SLOTS = 2;

export interface Worker {
  /** Resolves when the worker has stopped. Rejects when the worker has failed. */
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
  connectionString: jobQueueUrl(),
  concurrency,
  // One additional connection waits for notifications of new jobs.
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
