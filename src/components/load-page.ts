import { announceNavigation } from './shell/navigation';

/**
 * Opens a page with a full load, if it needs its own security policy or if no data of this page may stay in memory. Also
 * accepts the gateway's addresses. Without a connection the page waits for one.
 */
export function loadPage(address: string): void {
  const { href } = new URL(address, window.location.origin);
  const load = () => window.location.assign(href);
  announceNavigation(href);
  if (navigator.onLine) load();
  else window.addEventListener('online', load, { once: true });
}
