import type { IncomingMessage } from 'node:http';
import type { Settings } from '@/settings/shape';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/**
 * The paths that supervisors of the process may call with any host name. Their responses contain no personal
 * data. The metrics need the operator's token.
 */
const FOR_SUPERVISORS = /^\/api\/(health|ready|metrics)\/?(\?|$)/;
const HOST_SHAPE = /^[\w.:[\]-]+$/;

type SiteSettings = Pick<
  Settings,
  'production' | 'SITE_URL' | 'FUNCTIONS_API_URL' | 'CLOUD_API_URL' | 'PAYMENTS_APP_URL' | 'DESK_URL'
>;

/**
 * Returns the host names of the site, including the loopback names. Null outside production, where any host
 * name is accepted.
 */
export function ownHosts(s: SiteSettings): Set<string> | null {
  if (!s.production) return null;
  const addresses = [s.SITE_URL, s.FUNCTIONS_API_URL, s.CLOUD_API_URL, s.PAYMENTS_APP_URL, s.DESK_URL];
  const names = addresses.flatMap((address) => (address === undefined ? [] : [new URL(address).hostname]));
  return new Set([...LOOPBACK, ...names]);
}

/**
 * Whether the host name of a request is a host of this site. Other requests get 421 Misdirected Request (RFC
 * 9110, 15.5.20). So no cache or proxy serves this site under another name.
 */
export function isForUs(
  { headers, url = '/' }: Pick<IncomingMessage, 'headers' | 'url'>,
  hosts: Set<string> | null,
): boolean {
  if (hosts === null || FOR_SUPERVISORS.test(url)) return true;
  // An absolute URL in the request line takes precedence over the header.
  return url.startsWith('/') && hosts.has(hostnameIn(headers.host ?? ''));
}

/** Returns the host name of a `Host` header, without its port; '' if the header is invalid. */
export function hostnameIn(host: string): string {
  const url = `http://${host}`;
  return HOST_SHAPE.test(host) && URL.canParse(url) ? new URL(url).hostname : '';
}
