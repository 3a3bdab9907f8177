import { kindOf } from '@/domain/error-kinds';
import { AppError } from '@/domain/errors';
import { log } from '../../platform/log';
import { HTTP_STATUS, toAppError, wireError } from '../errors';
import type { ApiContext } from '../trpc';

type Listener = Pick<ApiContext, 'locale' | 'learnLocale'>;

export const JSON_TYPE = 'application/json; charset=utf-8';

/** The header that every API response except a public one must have. The web process adds the security headers. */
export const NO_STORE = { 'cache-control': 'no-store' };

/** Returns the response `{"status":"ok","data":…}` with status 200. */
export function okResponse(data: unknown, headers?: Headers): Response {
  return textResponse(200, JSON.stringify({ status: 'ok', data: data ?? {} }), headers);
}

/**
 * Returns the response `{"status":"error","code":…,"message":…}` for any thrown value, in the caller's language. Logs
 * an internal error.
 */
export async function errorResponse(
  thrown: unknown,
  ctx: Listener,
  route: string,
  headers = new Headers(),
): Promise<Response> {
  const error = toAppError(thrown);
  const kind = kindOf(error);
  const isOurs = kind === 'internal' || kind === 'unavailable';
  if (isOurs) log.error('api.failed', { route, code: error.code, error: thrown });
  // Does not read the account's language for an internal error, because the database may be unavailable.
  const locale = isOurs ? ctx.locale : await ctx.learnLocale();
  const { retryAfterSeconds } = error.details;
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds));
  // RFC 6750, 3: which kind of token the path wants.
  if (error.code === 'NOT_LOGGED_IN' && /^(operator|api)_token$/.test(error.details.reason ?? ''))
    headers.set('www-authenticate', 'Bearer realm="ira"');
  const body = JSON.stringify({ status: 'error', ...wireError(error, locale) });
  return textResponse(HTTP_STATUS[kind], body, headers);
}

/** Returns the response for an uncaught error, in English because the caller's language is unknown. */
export function internalErrorResponse(thrown: unknown, route: string): Promise<Response> {
  return errorResponse(thrown, { locale: 'en', learnLocale: () => Promise.resolve('en') }, route);
}

/** Returns methods with HEAD after GET. */
export const withHead = (methods: string[]) =>
  methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));

/** Returns the response METHOD_NOT_ALLOWED (405) with the allowed methods in the header `Allow`. */
export function wrongMethodResponse(ctx: Listener, route: string, allowed: string[]): Promise<Response> {
  const headers = new Headers({ allow: allowed.join(', ') });
  return errorResponse(new AppError('METHOD_NOT_ALLOWED'), ctx, route, headers);
}

/**
 * Returns a response with a JSON text as its body.
 * @param extra headers to add; a header replaces the default header of the same name
 */
export function textResponse(status: number, body: string, extra?: Headers): Response {
  const headers = new Headers({ 'content-type': JSON_TYPE, ...NO_STORE });
  extra?.forEach((value, name) => {
    if (name === 'set-cookie') headers.append(name, value);
    else headers.set(name, value);
  });
  return new Response(body, { status, headers });
}
