import { settings } from '@/settings/settings';
import { AppError } from '@/domain/errors';

const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const PREFETCH = /prefetch|prerender|preview/i;

const foreignOrigin = () => new AppError('NOT_ALLOWED', { reason: 'foreign_origin' });

/**
 * Checks that a page of another site did not send a write request. Browsers send `Sec-Fetch-Site` and `Origin`. Allows a
 * request with neither header: its client is not a browser.
 * @throws AppError NOT_ALLOWED for a request from another site
 */
export function requireSameOrigin(request: Request): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') requireOwnOrigin(request);
}

/**
 * Checks that a page of another site did not send the request, whatever its method.
 * @throws AppError NOT_ALLOWED for a request from another site
 */
export function requireOwnOrigin(request: Request): void {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') throw foreignOrigin();
  if (!isOwnOrigin(request.headers.get('origin'), request.headers)) throw foreignOrigin();
}

/**
 * Whether the request is a GET that may change data. True for a request of a script of this site, and of a client that
 * is not a browser. False for images, links on other sites, prefetches and prerenders.
 */
export function isIntendedGet(method: string, headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  return (
    method === 'GET' &&
    (site === null || site === 'same-origin') &&
    (headers.get('sec-fetch-dest') ?? 'empty') === 'empty' &&
    isOwnOrigin(headers.get('origin'), headers) &&
    !isPrefetch(headers)
  );
}

/** Whether the headers show that a browser prefetches or prerenders the page. */
export function isPrefetch(headers: Headers): boolean {
  return ['sec-purpose', 'purpose', 'x-moz'].some((name) => PREFETCH.test(headers.get(name) ?? ''));
}

/**
 * Whether an `Origin` header is the origin of this site. True without the header. Outside production, also true for a
 * loopback origin with the host of the request.
 */
function isOwnOrigin(origin: string | null, headers: Headers): boolean {
  if (origin === null) return true;
  const s = settings();
  const own = [s.SITE_URL, s.DESK_URL ?? s.SITE_URL].map((address) => new URL(address).origin);
  if (own.includes(origin)) return true;
  return !s.production && LOOPBACK.test(origin) && new URL(origin).host === headers.get('host');
}
