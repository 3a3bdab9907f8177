import { settings } from '@/env';
import { AppError } from '@/domain/errors';

const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * A write must come from our own pages. Browsers say where from in `Sec-Fetch-Site` and `Origin`; a caller without a
 * browser says neither, has no cookies that somebody else could make it send, and passes.
 * @throws AppError NOT_ALLOWED
 */
export function requireSameOrigin(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  if (site !== null && site !== 'same-origin' && site !== 'none') throw new AppError('NOT_ALLOWED');
  if (origin === null) return;
  const s = settings();
  const ours = origin === new URL(s.SITE_URL).origin || (!s.production && LOOPBACK.test(origin) && sameHost(origin, request));
  if (!ours) throw new AppError('NOT_ALLOWED');
}

function sameHost(origin: string, request: Request): boolean {
  return new URL(origin).host === (request.headers.get('host') ?? new URL(request.url).host);
}
