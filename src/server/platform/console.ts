import { log } from './log';

/**
 * Redirects the console output of Next and packages to the log. The class and the place of an error are
 * logged. Its message is not, because it may contain user input.
 */
export function consoleToLog(): void {
  const errorIn = (said: unknown[]) => said.find((one) => one instanceof Error);
  console.error = (...said: unknown[]) => log.error('console.error', { error: errorIn(said) ?? 'text' });
  console.warn = (...said: unknown[]) => log.warn('console.warn', { error: errorIn(said) ?? 'text' });
  console.log = console.info = console.debug = () => undefined;
}
