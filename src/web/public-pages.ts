import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { LOCALES } from '@/domain/locale';
import { localePath, PUBLIC_PAGES } from '@/locales/paths';
import { countRequest } from '@/server/platform/counters';
import { log } from '@/server/platform/log';
import { askInProcess, type Handler } from './ask-in-process';
import { acceptedCoding, type Coding } from './content-coding';
import { finishedHtml, pageHeaders } from './finished-html';
import { routeLabel } from './route-label';
import { safeHeaders } from './safe-headers';

/**
 * The age in milliseconds at which a cached page is rendered again. The catalogue cache adds at most two
 * seconds, so a page is less than ten seconds old.
 */
const FRESH_MS = 7_000;

/**
 * The query parameter that changes a page. A page with it is not cached. All other parameters are ignored.
 */
const VARYING = /[?&]deleted\b/;

interface KeptPage {
  etag: string;
  /** The bodies by content coding. The body of '' is not compressed. */
  bodies: Record<Coding, Buffer>;
  /** All headers by content coding. Names and values alternate in the list, which Node sends unchanged. */
  headers: Record<Coding, string[]>;
}

interface Entry {
  path: string;
  /** The label of the path in the metrics. */
  route: string;
  page: KeptPage | null;
  /** When the last rendering began, in milliseconds: `at` by the system clock, `now` by the product clock. */
  at: number;
  now: number;
  rendering: Promise<KeptPage | null> | null;
}

interface PublicPages {
  handlePage: Handler;
  /** The `Host` header of the calls to the pages. */
  host: string;
  /** Returns the milliseconds of the system clock, to measure durations. */
  clock: () => number;
  /** Returns the instant of the product clock, in milliseconds. */
  now: () => number;
}

/**
 * Creates a cache of the rendered public pages, with one entry for each page and language. A page is rendered
 * without the headers of a visitor, and again when it is older than seven seconds. Concurrent requests share
 * one rendering. If a rendering fails, the old page stays.
 * @returns `sendFresh` responds at once with a recent page; `send` renders an old or missing page first. Both
 *   return false for any other URL.
 */
export function keepPublicPages({ handlePage, host, clock, now }: PublicPages) {
  const entries = new Map<string, Entry>();
  const add = (path: string) =>
    entries.set(path, {
      path,
      route: routeLabel(path),
      page: null,
      at: -Infinity,
      now: 0,
      rendering: null,
    });
  for (const locale of LOCALES) for (const page of PUBLIC_PAGES) add(localePath(locale, page));

  const render = async (path: string, before: KeptPage | null): Promise<KeptPage | null> => {
    try {
      const { status, headers, body } = await askInProcess(handlePage, path, { host });
      if (status !== 200) throw new Error(`${path} was rendered with status ${status}.`);
      return await keptPage(path, finishedHtml(body), pageHeaders(headers), before);
    } catch (error) {
      log.error('page.not_renewed', { error });
      return before;
    }
  };

  const isFresh = ({ at, now: product }: Entry) =>
    clock() - at <= FRESH_MS && Math.abs(now() - product) <= FRESH_MS;

  const renew = (entry: Entry): Promise<KeptPage | null> => {
    Object.assign(entry, { at: clock(), now: now() });
    entry.rendering = render(entry.path, entry.page).then((page) => {
      entry.rendering = null;
      return (entry.page = page);
    });
    return entry.rendering;
  };

  const entryOf = (url: string): Entry | undefined => {
    const query = url.indexOf('?');
    if (query < 0) return entries.get(url);
    return VARYING.test(url.slice(query)) ? undefined : entries.get(url.slice(0, query));
  };

  const sendFresh = (request: IncomingMessage, response: ServerResponse): boolean => {
    const entry = entryOf(request.url ?? '/');
    if (!entry?.page || entry.rendering || !isFresh(entry)) return false;
    const { method = 'GET' } = request;
    const status = sendPage(request, response, entry.page);
    countRequest({ method, route: entry.route, status, seconds: 0 });
    return true;
  };

  const send = async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const entry = entryOf(request.url ?? '/');
    if (!entry) return false;
    const page = await (entry.rendering ?? (isFresh(entry) ? entry.page : renew(entry)));
    if (page) sendPage(request, response, page);
    return page !== null;
  };

  return { sendFresh, send };
}

async function keptPage(
  path: string,
  html: string,
  own: Record<string, string>,
  before: KeptPage | null,
): Promise<KeptPage> {
  const hash = createHash('sha256').update(JSON.stringify(own)).update(html).digest('base64url');
  const etag = `W/"${hash.slice(0, 22)}"`;
  if (before?.etag === etag) return before;
  const identity = Buffer.from(html);
  const [zipped, brotli] = await Promise.all([
    promisify(gzip)(identity),
    promisify(brotliCompress)(identity),
  ]);
  const bodies = { '': identity, gzip: zipped, br: brotli };
  const common = {
    ...safeHeaders(path),
    ...own,
    'cache-control': 'public, max-age=0, must-revalidate, s-maxage=10, stale-if-error=60',
    vary: 'accept-encoding',
    etag,
  };
  const headersOf = (coding: Coding) =>
    Object.entries({ ...common, ...(coding !== '' && { 'content-encoding': coding }) }).flat();
  return { etag, bodies, headers: { '': headersOf(''), gzip: headersOf('gzip'), br: headersOf('br') } };
}

/** Sends a cached page, or 304 if the visitor has it already. @returns the status of the response */
function sendPage(request: IncomingMessage, response: ServerResponse, page: KeptPage): number {
  const { 'if-none-match': known, 'accept-encoding': accepted } = request.headers;
  const isUnchanged = known !== undefined && isKnown(known, page.etag);
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

function isKnown(known: string, etag: string): boolean {
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return known.split(',').some((tag) => bare(tag) === bare(etag) || tag.trim() === '*');
}
