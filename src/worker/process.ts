import { endErrorReports } from '@/server/platform/error-reports';
import { log } from '@/server/platform/log';

/** Shorter than the ten seconds after which supervisors kill the process. */
const STOP_TIMEOUT_MS = 9_000;

/** Ends this process on SIGTERM or SIGINT, after nine seconds at the latest. The next run resumes interrupted work. */
export function stopOnSignal(shutDown: () => Promise<unknown>): void {
  const stop = () => {
    setTimeout(() => {
      log.warn('process.stop_timed_out');
      process.exit(0);
    }, STOP_TIMEOUT_MS);
    void shutDown()
      .catch((error: unknown) => log.error('process.stop_failed', { error }))
      .then(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
}

/**
 * Runs an entry point. A startup error is printed as one sentence without a stack, and the process exits with 1. A later
 * uncaught error also ends the process and is logged without its message.
 */
export function runMain(main: () => Promise<void>): void {
  process.on('uncaughtException', (error) => {
    log.error('process.crashed', { error });
    void endErrorReports().finally(() => process.exit(1));
  });
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
}
