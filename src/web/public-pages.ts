import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { LOCALES } from '@/domain/locale';
import { localePath, PUBLIC_PAGES } from '@/locales/paths';
import { log } from '@/server/platform/log';
import { askInProcess, type Handler } from './ask-in-process';
import { acceptedCoding, type Coding } from './content-coding';
import { finishedHtml, pageHeaders } from './finished-html';

/** The age at which a page is rendered again. With the two seconds of the catalogue, less than ten. */
const FRESH_MS = 7_000;

/** Query parameters that change a page; with one of them it is rendered for its visitor. All others are ignored. */
const VARYING = /[?&]deleted\b/;

interface KeptPage {
  etag: string;
  /** By coding; the one of '' is not compressed. */
  bodies: Record<Coding, Buffer>;
  headers: Record<string, string>;
}

interface Entry {
  page: KeptPage | null;
  /** When the last rendering began, by the system clock and by the product clock. */
  at: number;
  now: number;
  rendering: Promise<KeptPage | null> | null;
}

interface PublicPages {
  handlePage: Handler;
  /** The `Host` header of the calls to the pages. */
  host: string;
  /** Milliseconds of the system clock, to measure time. */
  clock: () => number;
  /** The instant of the product clock, in milliseconds. */
  now: () => number;
}

/**
 * Keeps the rendered public pages: one for each page and language, for all visitors. A page is rendered without any
 * header of a visitor, at most once at a time, and again once it is older than seven seconds. If that fails, the old
 * page remains.
 * @returns a function that responds with a kept page, or returns false for any other address
 */
export function keepPublicPages({ handlePage, host, clock, now }: PublicPages) {
  const entries = new Map<string, Entry>();
  for (const locale of LOCALES)
    for (const page of PUBLIC_PAGES)
      entries.set(localePath(locale, page), { page: null, at: -Infinity, now: 0, rendering: null });

  const render = async (path: string, before: KeptPage | null): Promise<KeptPage | null> => {
    try {
      const { status, headers, body } = await askInProcess(handlePage, path, { host });
      if (status !== 200) throw new Error(`${path} was rendered with status ${status}.`);
      return await keptPage(finishedHtml(body), pageHeaders(headers), before);
    } catch (error) {
      log.error('page.not_renewed', { error });
      return before;
    }
  };

  const fresh = (path: string, entry: Entry): KeptPage | null | Promise<KeptPage | null> => {
    if (entry.rendering) return entry.rendering;
    const [at, product] = [clock(), now()];
    if (at - entry.at <= FRESH_MS && Math.abs(product - entry.now) <= FRESH_MS) return entry.page;
    Object.assign(entry, { at, now: product });
    entry.rendering = render(path, entry.page).then((page) => {
      entry.rendering = null;
      return (entry.page = page);
    });
    return entry.rendering;
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const { url = '/' } = request;
    const [path = '/'] = url.split('?', 1);
    const entry = entries.get(path);
    if (!entry || VARYING.test(url.slice(path.length))) return false;
    const page = await fresh(path, entry);
    if (page) send(request, response, page);
    return page !== null;
  };
}

async function keptPage(
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
  const headers = {
    ...own,
    'cache-control': 'public, max-age=0, must-revalidate, s-maxage=10, stale-if-error=60',
    vary: 'accept-encoding',
    etag,
  };
  return { etag, bodies: { '': identity, gzip: zipped, br: brotli }, headers };
}

function send(request: IncomingMessage, response: ServerResponse, { etag, bodies, headers }: KeptPage): void {
  const { 'if-none-match': known, 'accept-encoding': accepted } = request.headers;
  if (known !== undefined && isKnown(known, etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const coding = acceptedCoding(accepted);
  const body = bodies[coding];
  response.writeHead(200, {
    ...headers,
    ...(coding !== '' && { 'content-encoding': coding }),
    'content-length': body.length,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function isKnown(known: string, etag: string): boolean {
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return known.split(',').some((tag) => bare(tag) === bare(etag) || tag.trim() === '*');
}
