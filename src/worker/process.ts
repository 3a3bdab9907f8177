import { endErrorReports } from '@/server/error-reports';
import { log } from '@/server/log';

/** Whoever starts us gives us ten seconds. */
const PATIENCE_MS = 9_000;

/**
 * Ends this process on SIGTERM or SIGINT: in order, and in any case in time. What is cut off then is taken up by the
 * next run, as after a crash.
 */
export function stopOnSignal(inOrder: () => Promise<unknown>): void {
  const stop = () => {
    setTimeout(() => {
      log.warn('process.cut_off');
      process.exit(0);
    }, PATIENCE_MS);
    void inOrder()
      .catch((error: unknown) => log.error('process.stop_failed', { error }))
      .then(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
}

/**
 * Runs an entry point; whatever stops it is said in one sentence, without a stack, and ends the process with 1. What
 * nobody caught afterwards ends it too, and is logged without its words.
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
