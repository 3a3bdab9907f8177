import { localePath } from '@/locales/paths';
import { unsubscribe } from '../subscriber/account/optional-messages';
import { requestedLocale } from './language';
import { okResponse, textResponse } from './rest/responses';
import type { ApiContext } from './trpc';

const tokenOf = (request: Request) => new URL(request.url).pathname.split('/')[3] ?? '';

/**
 * Handles `POST /api/unsubscribe/{token}`, the one-click request of a mail client (RFC 8058). The signed token
 * is the only proof: mail clients send neither cookies nor JSON, and the body is always the same.
 */
export async function answerUnsubscribe(request: Request, ctx: ApiContext): Promise<Response> {
  return okResponse(await unsubscribe(ctx, tokenOf(request)));
}

/**
 * Redirects `GET /api/unsubscribe/{token}` to the page with the button. Mail scanners open links, so a GET
 * changes nothing.
 */
export function redirectToUnsubscribePage(request: Request): Response {
  const page = localePath(requestedLocale(request.headers) ?? 'en', '/unsubscribe');
  return textResponse(303, '', new Headers({ location: `${page}#${tokenOf(request)}` }));
}
