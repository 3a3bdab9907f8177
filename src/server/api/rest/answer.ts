import type { AppError } from '@/domain/errors';
import type { Locale } from '@/domain/locale';
import { HTTP_STATUS, wireError } from '../errors';

/** Headers that every answer of the API carries. */
const SAFE_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

/** `{"status":"ok","data":…}` */
export function answerOk(data: unknown, headers?: Headers): Response {
  return json(200, { status: 'ok', data: data ?? {} }, headers);
}

/** `{"status":"error","code":…,"message":…}` in the caller's language. */
export function answerError(error: AppError, locale: Locale, headers = new Headers()): Response {
  const { retryAfterSeconds } = error.details;
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds));
  return json(HTTP_STATUS[error.kind], { status: 'error', ...wireError(error, locale) }, headers);
}

function json(status: number, body: unknown, extra?: Headers): Response {
  const headers = new Headers(SAFE_HEADERS);
  extra?.forEach((value, name) => {
    if (name === 'set-cookie') headers.append(name, value);
    else headers.set(name, value);
  });
  return new Response(JSON.stringify(body), { status, headers });
}
