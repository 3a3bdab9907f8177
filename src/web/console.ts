import { log } from '@/server/log';

/**
 * Puts what Next and packages write to the console into the log: which error it was and where, not what it says, which
 * may quote what a person typed.
 */
export function consoleToLog(): void {
  const errorIn = (said: unknown[]) => said.find((one) => one instanceof Error);
  console.error = (...said: unknown[]) => log.error('console.error', { error: errorIn(said) ?? 'text' });
  console.warn = (...said: unknown[]) => log.warn('console.warn', { error: errorIn(said) ?? 'text' });
  console.log = console.info = console.debug = () => undefined;
}
