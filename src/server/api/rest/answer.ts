import { AppError } from '@/domain/errors';
import { log } from '../../platform/log';
import { HTTP_STATUS, toAppError, wireError } from '../errors';
import type { ApiContext } from '../trpc';

type Listener = Pick<ApiContext, 'locale' | 'learnLocale'>;

/** Header of every response of the API. The web process has set the security headers before. */
export const NO_STORE = { 'cache-control': 'no-store' };

/** `{"status":"ok","data":…}` */
export function answerOk(data: unknown, headers?: Headers): Response {
  return answerText(200, JSON.stringify({ status: 'ok', data: data ?? {} }), headers);
}

/** Whatever was thrown as `{"status":"error","code":…,"message":…}`, in the caller's language. */
export async function answerThrown(
  thrown: unknown,
  ctx: Listener,
  route: string,
  headers = new Headers(),
): Promise<Response> {
  const error = toAppError(thrown);
  const isOurs = error.kind === 'internal' || error.kind === 'unavailable';
  if (isOurs) log.error('api.failed', { route, code: error.code, error: thrown });
  // A database that is away can't be asked for anybody's language.
  const locale = isOurs ? ctx.locale : await ctx.learnLocale();
  const { retryAfterSeconds } = error.details;
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds));
  const body = JSON.stringify({ status: 'error', ...wireError(error, locale) });
  return answerText(HTTP_STATUS[error.kind], body, headers);
}

/** What nothing else caught: in English, since not even the caller is known. */
export function answerBug(thrown: unknown, route: string): Promise<Response> {
  return answerThrown(thrown, { locale: 'en', learnLocale: () => Promise.resolve('en') }, route);
}

/** 405 with the methods that would have been answered. */
export function answerWrongMethod(ctx: Listener, route: string, allowed: string[]): Promise<Response> {
  const headers = new Headers({ allow: allowed.join(', ') });
  return answerThrown(new AppError('METHOD_NOT_ALLOWED'), ctx, route, headers);
}

/** An answer whose JSON is written already. */
export function answerText(status: number, body: string, extra?: Headers): Response {
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', ...NO_STORE });
  extra?.forEach((value, name) => {
    if (name === 'set-cookie') headers.append(name, value);
    else headers.set(name, value);
  });
  return new Response(body, { status, headers });
}
