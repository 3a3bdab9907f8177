import { database } from '@/server/db/client';
import { loadClock, setClockOffset } from '@/server/clock';
import { log } from '@/server/log';
import { startWorker } from './start';

/** The worker as a process of its own: `npm run worker`, as many as wanted. */
async function main(): Promise<void> {
  const db = database();
  await loadClock(db);
  await db.$client.listen('ira_clock', (offset) => setClockOffset(Number(offset)));
  const runner = await startWorker();
  log.info('worker.started');
  const stop = () => void runner.stop().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  await runner.promise;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
