import type { IncomingMessage } from 'node:http';
import type { Settings } from '@/env';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** A supervisor asks these by whatever address it knows us by; they say nothing of anybody, metrics only to the operator. */
const FOR_SUPERVISORS = /^\/api\/(health|ready|metrics)\/?(\?|$)/;
const HOST_SHAPE = /^[\w.:[\]-]+$/;

type SiteSettings = Pick<
  Settings,
  'production' | 'SITE_URL' | 'FUNCTIONS_API_URL' | 'CLOUD_API_URL' | 'PAYMENTS_APP_URL'
>;

/** The names we go by, this machine's own included; null outside production, where any will do. */
export function ownHosts(s: SiteSettings): Set<string> | null {
  if (!s.production) return null;
  const addresses = [s.SITE_URL, s.FUNCTIONS_API_URL, s.CLOUD_API_URL, s.PAYMENTS_APP_URL];
  const names = addresses.flatMap((address) => (address === undefined ? [] : [new URL(address).hostname]));
  return new Set([...LOOPBACK, ...names]);
}

/**
 * Whether a request names a host that we are. Nothing we send is made from that name (links are the site's address),
 * but no cache or proxy before us must learn that somebody else's name leads here. The others get 421 Misdirected
 * Request (RFC 9110, 15.5.20).
 */
export function isForUs(
  { headers, url = '/' }: Pick<IncomingMessage, 'headers' | 'url'>,
  hosts: Set<string> | null,
): boolean {
  if (hosts === null || FOR_SUPERVISORS.test(url)) return true;
  // A request line may name a whole address, which then counts in place of the header.
  return url.startsWith('/') && hosts.has(hostnameIn(headers.host ?? ''));
}

/** The name without its port; '' when it is none. */
function hostnameIn(host: string): string {
  const url = `http://${host}`;
  return HOST_SHAPE.test(host) && URL.canParse(url) ? new URL(url).hostname : '';
}
