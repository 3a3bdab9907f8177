const STARTED = 'ira:navigation-started';
const ENDED = 'ira:navigation-ended';

/** Announces that a page is on its way, for the progress bar. The router's own moves are announced in one place. */
export function announceNavigation(address: string): void {
  window.dispatchEvent(new CustomEvent(STARTED, { detail: pageOf(address) }));
}

/** Announces that the page of this address is still being fetched, as its skeleton does. */
export function announceLoading(): void {
  window.dispatchEvent(new CustomEvent(STARTED, { detail: null }));
}

/** Announces the end of a navigation that brought no new address, as an error page does. */
export function announceArrival(): void {
  window.dispatchEvent(new Event(ENDED));
}

/** Calls back at the start of every navigation to another page and at the end of every one. */
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

/** The web address of the link that a click opens in this tab, or null. A jump within the page opens nothing. */
export function linkFollowed(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target === '_blank' || link.hasAttribute('download')) return null;
  if (!link.protocol.startsWith('http') || pageOf(link.href) === pageOf(window.location.href)) return null;
  return link;
}

/** An address without its fragment. */
function pageOf(address: string): string {
  const { origin, pathname, search } = new URL(address, window.location.href);
  return origin + pathname + search;
}
