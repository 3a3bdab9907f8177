import { announceNavigation } from './shell/navigation';

/**
 * Goes to one of our pages with a full load: where the next document needs its own security policy, or nothing of this
 * visit may stay in memory. Also takes the gateway's own addresses. Without network the page stays until there is one.
 */
export function loadPage(address: string): void {
  const { href } = new URL(address, window.location.origin);
  const load = () => window.location.assign(href);
  announceNavigation(href);
  if (navigator.onLine) load();
  else window.addEventListener('online', load, { once: true });
}
