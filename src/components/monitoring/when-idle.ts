/** The delay in milliseconds in browsers without `requestIdleCallback`. */
const WAIT_MS = 2_000;
/** The longest wait for an idle moment in milliseconds: a page that draws all the time may never have one. */
const IDLE_WITHIN_MS = 10_000;

/**
 * Calls `act` once, when the page has loaded and the browser is idle, at the latest ten seconds later.
 * @returns a function that cancels the call; has no effect after the idle callback was requested
 */
export function whenIdle(act: () => void): () => void {
  let timer: number | undefined;
  const wait = () => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(act, { timeout: IDLE_WITHIN_MS });
    else timer = setTimeout(act, WAIT_MS) as unknown as number;
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
  return () => {
    window.removeEventListener('load', wait);
    clearTimeout(timer);
  };
}
