import { settings } from '@/settings/settings';
import { database } from '@/server/db';
import { followClock } from '@/server/platform/clock';
import { consoleToLog } from '@/server/platform/console';
import { startErrorReports } from '@/server/platform/error-reports';
import { log } from '@/server/platform/log';
import { openMetricsPort } from './metrics-port';
import { runMain, stopOnSignal } from './process';
import { startWorker } from './start';

/** Runs the worker process (`npm run worker`). Several worker processes can run at the same time. */
runMain(async () => {
  if (settings().NODE_ENV === 'production') consoleToLog();
  await startErrorReports();
  const db = database();
  await followClock(db);
  const runner = await startWorker();
  const { METRICS_PORT } = settings();
  if (METRICS_PORT !== undefined) openMetricsPort(METRICS_PORT);
  log.info('worker.started');
  stopOnSignal(() => runner.stop());
  await runner.promise;
});
