import type { IncomingMessage, ServerResponse } from 'node:http';
import { LOCALES } from '@/domain/locale';
import { localePath, PUBLIC_PAGES } from '@/locales/paths';
import { acceptedCoding, encode, etagOf, isKnownEtag, type Coding } from '@/server/platform/content-coding';
import { countRequest } from '@/server/platform/counters';
import { HOME_VARIES_BY } from './first-language';
import { finishedHtml, pageHeaders } from './finished-html';
import { createPageCache, type Renderer } from './page-cache';
import { safeHeaders } from './safe-headers';

/**
 * The query parameters that change a page. A page with such a parameter is rendered for its visitor. All
 * other parameters are ignored.
 */
const VARYING = /[?&]deleted\b/;

interface KeptPage {
  etag: string;
  /** The bodies by content coding. The body of '' is not compressed. */
  bodies: Record<Coding, Buffer>;
  /**
   * All headers by content coding, as a list of alternating names and values. Node sends such a list
   * unchanged.
   */
  headers: Record<Coding, string[]>;
}

/**
 * Creates the cache of the public pages: one entry for each page and language.
 * @returns `sendFresh` responds at once with a page that is not too old; `send` renders an old or missing
 * page first. Both return false for any other URL
 */
export function keepPublicPages(renderer: Renderer) {
  const paths = LOCALES.flatMap((locale) => PUBLIC_PAGES.map((page) => localePath(locale, page)));
  const cache = createPageCache<KeptPage>(
    paths,
    (path, { headers, body }, before) => keptPage(path, finishedHtml(body), pageHeaders(headers), before),
    renderer,
  );
  const find = (url: string) => {
    const query = url.indexOf('?');
    if (query < 0) return cache.find(url);
    return VARYING.test(url.slice(query)) ? undefined : cache.find(url.slice(0, query));
  };

  const sendFresh = (request: IncomingMessage, response: ServerResponse): boolean => {
    const entry = find(request.url ?? '/');
    const page = entry && cache.fresh(entry);
    if (!page) return false;
    const status = sendPage(request, response, page);
    countRequest({ method: request.method ?? 'GET', route: entry.route, status, seconds: 0 });
    return true;
  };

  const send = async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const entry = find(request.url ?? '/');
    const page = entry && (await cache.current(entry));
    if (page) sendPage(request, response, page);
    return Boolean(page);
  };

  return { sendFresh, send };
}

async function keptPage(
  path: string,
  html: string,
  own: Record<string, string>,
  before: KeptPage | null,
): Promise<KeptPage> {
  const etag = etagOf(JSON.stringify(own) + html);
  if (before?.etag === etag) return before;
  const bodies = await encode(html);
  const common = {
    ...safeHeaders(path),
    ...own,
    'cache-control': 'public, max-age=0, must-revalidate, s-maxage=10, stale-if-error=60',
    vary: path === '/' ? `accept-encoding, ${HOME_VARIES_BY}` : 'accept-encoding',
    etag,
  };
  const headersOf = (coding: Coding) =>
    Object.entries({ ...common, ...(coding !== '' && { 'content-encoding': coding }) }).flat();
  return { etag, bodies, headers: { '': headersOf(''), gzip: headersOf('gzip'), br: headersOf('br') } };
}

/** @returns the status of the response */
function sendPage(request: IncomingMessage, response: ServerResponse, page: KeptPage): number {
  const { 'if-none-match': known, 'accept-encoding': accepted } = request.headers;
  const isUnchanged = isKnownEtag(known, page.etag);
  const status = isUnchanged ? 304 : 200;
  const coding = isUnchanged ? '' : acceptedCoding(accepted);
  const headers = page.headers[coding];
  // The headers of the page replace the headers that the front has set.
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  if (isUnchanged) {
    response.writeHead(status, headers).end();
    return status;
  }
  const body = page.bodies[coding];
  response.writeHead(status, [...headers, 'content-length', String(body.length)]);
  response.end(request.method === 'HEAD' ? undefined : body);
  return status;
}
