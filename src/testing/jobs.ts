import { Logger, runOnce } from 'graphile-worker';
import { settings } from '@/env';
import { billingTasks, TASKS } from '@/worker/tasks';

/** Runs the worker until it finds nothing that could run now: the real one, without waiting for its polls. */
export async function runJobs(): Promise<void> {
  await runOnce({
    connectionString: settings().DATABASE_URL,
    taskList: { ...TASKS, ...billingTasks(new AbortController().signal) },
    concurrency: 4,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
  });
}
