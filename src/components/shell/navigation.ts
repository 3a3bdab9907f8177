const STARTED = 'ira:navigation-started';
const ENDED = 'ira:navigation-ended';

/** Announces a started navigation to the progress bar. Router navigations are announced in one place. */
export function announceNavigation(address: string): void {
  window.dispatchEvent(new CustomEvent(STARTED, { detail: pageOf(address) }));
}

/** Announces that a page is still loading, as its skeleton does. */
export function announceLoading(): void {
  window.dispatchEvent(new CustomEvent(STARTED, { detail: null }));
}

/** Announces the end of a navigation without a new address, as an error page does. */
export function announceArrival(): void {
  window.dispatchEvent(new Event(ENDED));
}

/** Calls back at the start and end of every navigation to another page. */
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
  document.addEventListener('click', click, { signal });
  window.addEventListener(STARTED, start, { signal });
  window.addEventListener(ENDED, end, { signal });
  window.addEventListener('pageshow', end, { signal });
}

/** Returns the link that a click opens in this tab, or null. A jump within the page does not count. */
export function linkFollowed(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target === '_blank' || link.hasAttribute('download')) return null;
  if (!link.protocol.startsWith('http') || pageOf(link.href) === pageOf(window.location.href)) return null;
  return link;
}

/** Returns an address without its fragment. */
function pageOf(address: string): string {
  const { origin, pathname, search } = new URL(address, window.location.href);
  return origin + pathname + search;
}
