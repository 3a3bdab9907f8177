/**
 * Goes to one of our pages with a full load: where the next document needs its own security policy, or nothing of this
 * visit may stay in memory. Also takes the gateway's own addresses.
 */
export function loadPage(address: string): void {
  window.location.assign(new URL(address, window.location.origin));
}
