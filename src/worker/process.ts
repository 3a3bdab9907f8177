import { endErrorReports } from '@/server/platform/error-reports';
import { log } from '@/server/platform/log';

/** The time limit of a shutdown. Supervisors kill the process after ten seconds. */
const STOP_TIMEOUT_MS = 9_000;

/**
 * Ends this process on SIGTERM or SIGINT, after nine seconds at the latest. The next process continues the
 * interrupted work.
 */
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
 * Runs the main function of a process. If the function fails, prints the error message without a stack and
 * exits with code 1. A later uncaught error is logged without its message and also ends the process.
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
