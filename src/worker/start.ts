import { Logger, run, type Runner } from 'graphile-worker';
import { settings } from '@/env';
import { log } from '@/server/log';
import { CRONTAB, TASKS } from './tasks';

/** What failed, not how: the error's words may quote what a person typed. */
const withoutError = (message: string) => message.split(' with error')[0]?.slice(0, 100) ?? '';

const WORTH_SAYING: ReadonlySet<string> = new Set(['error', 'warning']);

/**
 * Starts the worker in this process: jobs as they come, the billing run every minute.
 * @returns its runner; `stop()` lets running jobs end.
 */
export function startWorker(): Promise<Runner> {
  const s = settings();
  return run({
    connectionString: s.DATABASE_URL,
    concurrency: s.WORKER_CONCURRENCY,
    maxPoolSize: s.WORKER_CONCURRENCY + 2,
    pollInterval: 1000,
    noHandleSignals: true,
    taskList: TASKS,
    crontab: CRONTAB,
    logger: new Logger((scope) => (level, message) => {
      if (WORTH_SAYING.has(level)) {
        log.warn('worker.message', { code: scope.taskIdentifier ?? level, outcome: withoutError(message) });
      }
    }),
  });
}
