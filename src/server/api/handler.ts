import { refuseIfLogInsQueue } from '../login/log-in';
import { limitFields } from '../platform/shown-limits';
import { inTrace, traceId } from '../platform/trace';
import { apiContext } from './context';
import { AppError } from '@/domain/errors';
import { MAINTENANCE_RETRY_SECONDS } from '@/schemas/maintenance';
import { localePath } from '@/locales/paths';
import { presentContext } from '../platform/context';
import { isUnderMaintenance } from '../platform/current-switches';
import { wireError } from './errors';
import { requestedLocale } from './language';
import { handleGraphql } from './graphql/handler';
import { errorResponse, internalErrorResponse, textResponse } from './rest/responses';
import { handleRest } from './rest/handler';
import { handleSystem } from './system-routes';
import { handleTrpc } from './trpc-handler';

/** Matches the REST and tRPC paths of a log-in by password, also in a tRPC batch. A GraphQL path does not show it. */
const LOG_IN = /^\/api\/(login|trpc\/(.+,)?auth\.logIn(,.+)?)$/;

/** Whether a URL belongs to the API: all paths under `/api`, `/mycloud` and `/subscription`. */
export function isApiPath(url: string): boolean {
  return /^\/(api(\/|\?|$)|(mycloud|subscription)\/)/.test(url);
}

/**
 * Handles every path of the API: tRPC, GraphQL, REST, webhooks and health checks. Never throws. Handles `HEAD` as `GET`
 * without the body, and `OPTIONS` as the question which methods a path has. Ignores trailing slashes. The limits that
 * counted the call are shown in the RateLimit fields.
 */
export function handleApi(request: Request): Promise<Response> {
  return traceId() === undefined ? inTrace(() => answer(request)) : answer(request);
}

async function answer(request: Request): Promise<Response> {
  let path = new URL(request.url).pathname;
  while (path.endsWith('/')) path = path.slice(0, -1);
  const response = await routeRequest(request, path).catch((error: unknown) =>
    internalErrorResponse(error, path),
  );
  for (const [name, value] of Object.entries(limitFields())) response.headers.set(name, value);
  if (request.method === 'HEAD') return withoutBody(response);
  return request.method === 'OPTIONS' && response.status === 405 ? toOptions(response) : response;
}

/** Returns the response to OPTIONS (RFC 9110, 9.3.7) from the refusal of this method, which names the allowed ones. */
function toOptions(refusal: Response): Response {
  const headers = new Headers(refusal.headers);
  headers.set('allow', `${refusal.headers.get('allow') ?? ''}, OPTIONS`);
  headers.delete('content-type');
  return new Response(null, { status: 204, headers });
}

/** Returns a response to HEAD: the headers of GET, with the length of the body that GET would have, unless it is not known. */
async function withoutBody(response: Response): Promise<Response> {
  const bare = new Response(null, response);
  if (!response.body) return bare;
  const { byteLength } = await response.arrayBuffer();
  if (response.status !== 304) bare.headers.set('content-length', String(byteLength));
  return bare;
}

async function routeRequest(request: Request, path: string): Promise<Response> {
  const closed = await answerDuringMaintenance(request, path);
  if (closed) return closed;
  const refused = refuseLogIn(request, path);
  if (refused) return refused;
  if (path.startsWith('/api/trpc/')) return handleTrpc(request, '/api/trpc');
  if (path.startsWith('/api/desk/'))
    return (await handleSystem(request, path)) ?? handleTrpc(request, '/api/desk');
  if (path === '/api/graphql') return handleGraphql(request);
  return (await handleSystem(request, path)) ?? (await handleRest(request, path));
}

/**
 * Returns the error THROTTLED for a log-in while the queue of log-ins is full, else null. Does not read the body.
 */
function refuseLogIn(request: Request, path: string): Promise<Response> | null {
  if (!LOG_IN.test(path)) return null;
  try {
    refuseIfLogInsQueue();
    return null;
  } catch (error) {
    return errorResponse(error, apiContext(request.headers, request.method), path);
  }
}

/** Matches the paths that work during maintenance: the desk, webhooks, health checks, operator, sandbox, settings and docs. */
const OPEN =
  /^\/api\/(webhooks\/.+|_control\/.+|health|ready|metrics|settings|desk\/.+|trpc\/catalogue\.settings|omise\/schedule-payments|openapi\.json|docs)$/;
/** Matches the paths that a browser opens as a page. They redirect, so that the user does not see JSON. */
const BROWSED = /^\/api\/auth\/line\//;

/**
 * Returns the response to a request during maintenance. A page is redirected to the log-in page. Any other request gets
 * the error UNAVAILABLE.
 * @returns null without maintenance, or for a path that works during maintenance
 */
async function answerDuringMaintenance(request: Request, path: string): Promise<Response | null> {
  if (OPEN.test(path) || !(await isUnderMaintenance(presentContext().db))) return null;
  const locale = requestedLocale(request.headers) ?? 'en';
  const headers = new Headers({ 'retry-after': String(MAINTENANCE_RETRY_SECONDS) });
  if (BROWSED.test(path) || request.headers.get('sec-fetch-dest') === 'document') {
    headers.set('location', localePath(locale, '/login'));
    return textResponse(303, '', headers);
  }
  const refusal = wireError(new AppError('UNAVAILABLE', { reason: 'maintenance' }), locale);
  return textResponse(
    503,
    JSON.stringify({ status: 'error', ...refusal, ...inCallerProtocol(path, refusal) }),
    headers,
  );
}

/** Returns additional fields that give the error in the format of GraphQL or tRPC. Returns {} for REST. */
function inCallerProtocol(path: string, { code, message, reason }: ReturnType<typeof wireError>): object {
  if (path === '/api/graphql') return { errors: [{ message, extensions: { code, reason } }] };
  if (!path.startsWith('/api/trpc/')) return {};
  const data = { code: 'SERVICE_UNAVAILABLE', httpStatus: 503, appCode: code, reason };
  return { error: { json: { message, code: -32603, data } } };
}
