import { settings } from '@/env';
import { AppError } from '@/domain/errors';

const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const PREFETCH = /prefetch|prerender|preview/i;

/**
 * Requires that a write comes from our own pages. Browsers send `Sec-Fetch-Site` and `Origin`; a client that is no
 * browser sends neither, has no cookies that another site could use, and passes.
 * @throws AppError NOT_ALLOWED
 */
export function requireSameOrigin(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') throw new AppError('NOT_ALLOWED');
  if (!isOwnOrigin(request.headers.get('origin'), request.headers)) throw new AppError('NOT_ALLOWED');
}

/**
 * Whether a GET that changes something is intended: sent by a script of our pages or by a client that is no browser,
 * not as an image, a foreign link, a prefetch or a prerender.
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

/** Whether a browser prefetches or prerenders. */
export function isPrefetch(headers: Headers): boolean {
  return ['sec-purpose', 'purpose', 'x-moz'].some((name) => PREFETCH.test(headers.get(name) ?? ''));
}

/** A missing origin counts as ours. Outside production the site may have several names of loopback. */
function isOwnOrigin(origin: string | null, headers: Headers): boolean {
  if (origin === null) return true;
  const s = settings();
  if (origin === new URL(s.SITE_URL).origin) return true;
  return !s.production && LOOPBACK.test(origin) && new URL(origin).host === headers.get('host');
}
