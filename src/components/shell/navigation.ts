const STARTED = 'ira:navigation-started';
const ENDED = 'ira:navigation-ended';

/**
 * Notifies the progress bar that a navigation to the given URL has started. Called for router navigations and
 * full page loads.
 */
export function announceNavigation(address: string): void {
  window.dispatchEvent(new CustomEvent(STARTED, { detail: pageOf(address) }));
}

/** Notifies the progress bar that a page is still loading. Called while a skeleton is shown. */
export function announceLoading(): void {
  window.dispatchEvent(new CustomEvent(STARTED, { detail: null }));
}

/** Notifies the progress bar that a navigation has ended without a new URL. Called by error pages. */
export function announceArrival(): void {
  window.dispatchEvent(new Event(ENDED));
}

/**
 * Calls `onStart` and `onEnd` at the start and end of every navigation to another page.
 * @param signal stops the calls
 */
export function watchNavigations(onStart: () => void, onEnd: () => void, signal: AbortSignal): void {
  let shown = pageOf(window.location.href);
  const start = (event: Event) => {
    if ((event as CustomEvent<string | null>).detail === shown) onEnd();
    else onStart();
  };
  const end = () => {
    shown = pageOf(window.location.href);
    onEnd();
  };
  const click = (event: MouseEvent) => {
    const link = linkFollowed(event);
    if (link?.origin === window.location.origin) announceNavigation(link.href);
  };
  const back = () => announceNavigation(window.location.href);
  document.addEventListener('click', click, { signal });
  window.addEventListener('popstate', back, { signal });
  window.addEventListener(STARTED, start, { signal });
  window.addEventListener(ENDED, end, { signal });
  window.addEventListener('pageshow', end, { signal });
}

/**
 * Returns the link that a click opens in this tab. Returns null for other clicks and for links within the
 * page.
 */
export function linkFollowed(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target === '_blank' || link.hasAttribute('download')) return null;
  if (!link.protocol.startsWith('http') || pageOf(link.href) === pageOf(window.location.href)) return null;
  return link;
}

/** Returns a URL without its fragment. */
function pageOf(address: string): string {
  const { origin, pathname, search } = new URL(address, window.location.href);
  return origin + pathname + search;
}
