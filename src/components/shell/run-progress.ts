import { watchNavigations } from './navigation';

const DELAY_MS = 100;
const LONGEST_MS = 20_000;

/**
 * Shows a bar during every navigation of more than 100 ms, until it succeeds or fails.
 * @param show called with whether the bar runs
 */
export function runProgress(show: (running: boolean) => void, signal: AbortSignal): void {
  let delay: number | undefined;
  let limit: number | undefined;
  const stop = () => {
    window.clearTimeout(delay);
    window.clearTimeout(limit);
    show(false);
  };
  const start = () => {
    stop();
    delay = window.setTimeout(() => show(true), DELAY_MS);
    limit = window.setTimeout(stop, LONGEST_MS);
  };
  watchNavigations(start, stop, signal);
  signal.addEventListener('abort', stop);
}
