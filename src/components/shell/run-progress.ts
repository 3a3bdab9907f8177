import { watchNavigations } from './navigation';

const DELAY_MS = 100;
const LONGEST_MS = 20_000;

/**
 * Shows the progress bar during every navigation that takes longer than 100 ms. Hides it when the navigation
 * ends, and after 20 seconds at the latest.
 * @param show called with true to show the bar and false to hide it
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
