import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LOCALES } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { cookieName } from '@/server/login/cookies';
import { sessionCookieName } from '@/server/login/lucia';
import { acceptedCoding } from '@/server/platform/content-coding';
import { countRequest } from '@/server/platform/counters';
import type { Answer } from './ask-in-process';
import { createPageCache, type Renderer } from './page-cache';
import { safeHeaders } from './safe-headers';
import { gzipSplice, preparePieces, splice, type Pieces } from './splice';

/** The paths, without language prefix, of pages that are the same for every visitor without a session. */
const SHELL_PAGES = [
  '/login',
  '/login/magic-link',
  '/login/link',
  '/forgot-password',
  '/reset-password',
  '/register',
];

/** The headers that belong to one response and not to the page. */
const OF_ONE_RESPONSE = /^(connection|content-encoding|content-length|date|keep-alive|transfer-encoding)$/;

const NONCE = /'nonce-([^']+)'/;

interface Shell {
  pieces: Pieces;
  /** The headers as alternating names and values, around each place of the nonce. */
  headers: (nonce: string) => string[];
}

/**
 * Creates the cache of the pages of log-in and of the first step of registration, as a visitor without a
 * session sees them. The scripts of these pages need a nonce: each response gets its own, in the header and in
 * the cached HTML.
 * @returns `sendFresh` responds at once with a page that is not too old; `send` renders an old or missing page
 * first. Both return false for any other page and for a visitor with a session or an unfinished log-in
 */
export function keepShellPages(renderer: Renderer) {
  const paths = LOCALES.flatMap((locale) => SHELL_PAGES.map((page) => localePath(locale, page)));
  const cache = createPageCache<Shell>(paths, shellOf, renderer);
  const find = (request: IncomingMessage) =>
    isForAnyVisitor(request) ? cache.find(request.url ?? '/') : undefined;

  const sendFresh = (request: IncomingMessage, response: ServerResponse): boolean => {
    const entry = find(request);
    const page = entry && cache.fresh(entry);
    if (!page) return false;
    sendShell(request, response, page);
    countRequest({ method: request.method ?? 'GET', route: entry.route, status: 200, seconds: 0 });
    return true;
  };

  const send = async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const entry = find(request);
    const page = entry && (await cache.current(entry));
    if (page) sendShell(request, response, page);
    return Boolean(page);
  };

  return { sendFresh, send };
}

/**
 * Whether the response does not depend on the visitor: the request asks for a whole page, and none of its
 * cookies changes the page.
 */
function isForAnyVisitor({ headers }: IncomingMessage): boolean {
  if (headers.rsc !== undefined) return false;
  if (headers.cookie === undefined) return true;
  const personal = new Set([
    sessionCookieName(),
    ...(['magic-link', 'line-flow', 'line-registration'] as const).map(cookieName),
  ]);
  return headers.cookie.split(';').every((cookie) => !personal.has(cookie.split('=', 1)[0]?.trim() ?? ''));
}

function shellOf(path: string, { headers, body }: Answer): Shell {
  if (headers['set-cookie'] !== undefined) throw new Error(`${path} sets a cookie.`);
  const policy = headers['content-security-policy'];
  const [, nonce] = NONCE.exec(typeof policy === 'string' ? policy : '') ?? [];
  if (nonce === undefined) throw new Error(`${path} has no nonce.`);
  const all = { ...safeHeaders(path), ...headers };
  const list = Object.entries(all)
    .filter(([name]) => !OF_ONE_RESPONSE.test(name))
    .flatMap(([name, value]) => [name, [value ?? ''].flat().join(', ')]);
  return {
    pieces: preparePieces(body, nonce),
    headers: (fresh) => list.map((text) => text.replaceAll(nonce, fresh)),
  };
}

function sendShell(request: IncomingMessage, response: ServerResponse, { pieces, headers }: Shell): void {
  const nonce = randomBytes(16).toString('base64');
  const isZipped = acceptedCoding(request.headers['accept-encoding']) !== '';
  const body = isZipped ? gzipSplice(pieces, nonce) : splice(pieces, nonce);
  // The headers of the page replace the headers that the front has set.
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.writeHead(200, [
    ...headers(nonce),
    ...(isZipped ? ['content-encoding', 'gzip'] : []),
    ...['content-length', String(body.length)],
  ]);
  response.end(request.method === 'HEAD' ? undefined : body);
}
