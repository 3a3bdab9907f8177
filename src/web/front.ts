import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { BODY_MAX_BYTES } from '@/server/api/body';
import { isApiPath } from '@/server/api/handler';
import type { Db } from '@/server/db';
import { isKnownUnderMaintenance, isUnderMaintenance } from '@/server/platform/current-switches';
import { inTrace, traceId } from '@/server/platform/trace';
import { stampAddress } from './caller-address';
import { HOME_VARIES_BY, thaiHomeFor } from './first-language';
import { isForUs } from './own-hosts';
import { isUnambiguous, normalizeTarget } from './request-target';
import { safeHeaders } from './safe-headers';
import { monotonicMs } from '@/server/platform/clock';
import { log } from '@/server/platform/log';
import { countRequest } from '@/server/platform/counters';
import { writeOwnHeader } from './own-headers';
import { routeLabel } from './route-label';

interface Front {
  db: Db;
  /** Host names of the site; null accepts any. */
  hosts: Set<string> | null;
  /** Whether a request reached the desk on a host of the shop, or the shop on the host of the desk. */
  isMisplaced: (request: IncomingMessage) => boolean;
  /** Number of trusted proxies in front of this process. */
  proxies: number;
  /**
   * Whether the process runs in development. Next then serves the API too, so that API and pages are reloaded
   * after a change.
   */
  dev: boolean;
  handleApi: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  handlePage: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Responds at once with a cached page. Returns false if no recent page is cached for the URL. */
  sendCached?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

interface Refusal {
  status: number;
  headers?: Record<string, string>;
}

/** Next's own paths besides its files. Some of them render another path, which the checks here do not see. */
const NEXT_INTERNAL = /^\/_next\/(?!static\/)/;

/** The time limits for receiving the headers, and for receiving the whole request. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** How long a client that is still sending has to read its response. */
const UNREAD_CLOSE_MS = 500;

/**
 * The response statuses for requests that Node could not parse or that timed out. Any other error gets 400.
 */
const UNPARSED: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Creates the HTTP server. It sets the security headers of every response, then calls the API or the pages.
 */
export function createFront(front: Front): Server {
  // Without a Host header Node would respond by itself, without the security headers.
  const server = createServer({ requireHostHeader: false }, (req, res) => {
    stopReadingAfter(req, res);
    normalizeTarget(req);
    if (!sendAtOnce(req, res, front)) inTrace(() => answer(req, res, front));
  });
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => {
    begin(req, res);
    refuse(res, { status: 417 });
  });
  server.on('clientError', answerUnparsed);
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  return server;
}

/**
 * Stops reading a connection whose large body goes on after its response, and closes it. Node would read and drop the rest,
 * however large it is. The connection is closed in two steps: a client that is still sending would not get its response
 * otherwise.
 */
function stopReadingAfter(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    const { complete, headers, socket } = request;
    if (complete || Number(headers['content-length'] ?? NaN) <= BODY_MAX_BYTES) return;
    // Node begins to drop the rest in the same turn.
    setImmediate(() => socket.pause());
    socket.end();
    setTimeout(() => socket.destroy(), UNREAD_CLOSE_MS).unref();
  });
}

/**
 * Sends a cached page and skips the other steps of a request. Cached pages have all headers already and count
 * their own requests.
 * @returns false if the request needs the other steps
 */
function sendAtOnce(request: IncomingMessage, response: ServerResponse, front: Front): boolean {
  const { method, headers } = request;
  if (!front.sendCached || (method !== 'GET' && method !== 'HEAD') || headers.host === undefined)
    return false;
  if (!isUnambiguous(request)) return false;
  if (!isForUs(request, front.hosts) || isKnownUnderMaintenance() !== false) return false;
  if (front.isMisplaced(request) || thaiHomeFor(request) !== null) return false;
  return front.sendCached(request, response);
}

function answer(req: IncomingMessage, res: ServerResponse, front: Front): void {
  const { db, proxies, dev, handleApi, handlePage } = front;
  begin(req, res);
  res.setHeader('x-trace-id', traceId() ?? '');
  // Next appends the API's policy to an existing one, and browsers would apply both.
  if (dev && isApiPath(req.url ?? '/')) res.removeHeader('content-security-policy');
  stampAddress(req, proxies);
  const refusal = refusalOf(req, front);
  const thaiHome = thaiHomeFor(req);
  if (refusal) refuse(res, refusal);
  else if (thaiHome !== null) redirect(res, thaiHome);
  else if (!dev && isApiPath(req.url ?? '/')) void handleApi(req, res);
  else
    void stampMaintenance(req, db)
      .then(() => handlePage(req, res))
      .catch((error: unknown) => answerFailure(res, error));
}

function begin(request: IncomingMessage, response: ServerResponse): void {
  countAnswer(request, response);
  for (const [name, value] of Object.entries(safeHeaders(request.url ?? '/')))
    response.setHeader(name, value);
}

/**
 * Returns the error response for a request that neither the API nor a page can handle; null for all other
 * requests.
 */
function refusalOf(request: IncomingMessage, { hosts, dev, isMisplaced }: Front): Refusal | null {
  const { method = '', url = '/', headers, httpVersion } = request;
  if (!isUnambiguous(request)) return { status: 400 };
  if (headers.host === undefined && httpVersion === '1.1') return { status: 400 };
  if (method === 'OPTIONS' && url === '*') return optionsOfServer(headers, hosts);
  if (!isForUs(request, hosts) || !url.startsWith('/')) return { status: 421 };
  if (isMisplaced(request)) return { status: 404 };
  if (isApiPath(url))
    return method === 'TRACE' ? { status: 405, headers: { allow: 'GET, HEAD, POST' } } : null;
  if (!dev && NEXT_INTERNAL.test(url)) return { status: 404 };
  if (!dev && method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { allow: 'GET, HEAD' } };
  return isDecodable(url) ? null : { status: 400 };
}

/** Returns the response to `OPTIONS *`, which asks for the methods of the server as a whole (RFC 9110, 9.3.7). */
function optionsOfServer(headers: IncomingMessage['headers'], hosts: Set<string> | null): Refusal {
  if (!isForUs({ headers, url: '/' }, hosts)) return { status: 421 };
  return { status: 204, headers: { allow: 'GET, HEAD, POST, DELETE' } };
}

/** Redirects one visitor. No cache may keep it: the next visitor may prefer another language. */
function redirect(response: ServerResponse, location: string): void {
  response.writeHead(307, { location, 'cache-control': 'private, no-store', vary: HOME_VARIES_BY }).end();
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

function refuse(response: ServerResponse, { status, headers }: Refusal): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(status === 204 ? undefined : `${STATUS_CODES[status]}\n`);
}

/**
 * Responds with an error to data that is no HTTP request, and closes the connection. If a response has begun,
 * only closes the connection.
 */
function answerUnparsed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || socket.bytesWritten > 0) {
    socket.destroy(error);
    return;
  }
  const status = UNPARSED[error.code ?? ''] ?? 400;
  const lines = Object.entries({ ...safeHeaders('/'), connection: 'close', 'content-length': '0' });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n`);
}

/** Adds a request to the metrics when its response is sent or its connection is closed. */
function countAnswer(request: IncomingMessage, response: ServerResponse): void {
  const started = monotonicMs();
  const { method = '', url = '/' } = request;
  response.once('close', () =>
    countRequest({
      method,
      route: routeLabel(url),
      status: response.statusCode,
      seconds: (monotonicMs() - started) / 1000,
    }),
  );
}

/** Writes the maintenance state into a request header, from which src/proxy.ts reads it. */
async function stampMaintenance(request: IncomingMessage, db: Db): Promise<void> {
  // Assets are served during maintenance too, for pages that are already open. The desk ends the maintenance.
  const isPage = !/^\/(_(next|site)\/|(th\/)?desk([/?]|$))/.test(request.url ?? '');
  writeOwnHeader(request, 'x-ira-maintenance', isPage && (await isUnderMaintenance(db)) ? 'on' : null);
}

/** Responds with status 500 to an uncaught error. The process continues. */
function answerFailure(response: ServerResponse, error: unknown): void {
  log.error('page.failed', { error });
  if (!response.headersSent) response.writeHead(500);
  response.end();
}
