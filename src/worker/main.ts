import { database } from '@/server/db/client';
import { loadClock, setClockOffset } from '@/server/clock';
import { log } from '@/server/log';
import { runMain, stopOnSignal } from './process';
import { startWorker } from './start';

/** The worker as a process of its own: `npm run worker`, as many as wanted. */
runMain(async () => {
  const db = database();
  await loadClock(db);
  await db.$client.listen('ira_clock', (offset) => setClockOffset(Number(offset)));
  const runner = await startWorker();
  log.info('worker.started');
  stopOnSignal(() => runner.stop());
  await runner.promise;
});
