import { announceNavigation } from './shell/navigation';

/**
 * Opens a URL as a new document. Use it if the page needs its own security policy, or if no data of this page
 * may stay in memory. Without a connection, waits for the connection first.
 * @param address a path of this site, or a URL of the gateway
 */
export function loadPage(address: string): void {
  const { href } = new URL(address, window.location.origin);
  const load = () => window.location.assign(href);
  announceNavigation(href);
  if (navigator.onLine) load();
  else window.addEventListener('online', load, { once: true });
}
