import { refuseIfLogInsQueue } from '../auth/log-in';
import { apiContext } from './context';
import { answerDuringMaintenance } from './maintenance';
import { handleGraphql } from './graphql/handler';
import { errorResponse, internalErrorResponse } from './rest/responses';
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
 * without the body. Ignores trailing slashes.
 */
export async function handleApi(request: Request): Promise<Response> {
  let path = new URL(request.url).pathname;
  while (path.endsWith('/')) path = path.slice(0, -1);
  const response = await routeRequest(request, path).catch((error: unknown) =>
    internalErrorResponse(error, path),
  );
  return request.method === 'HEAD' ? withoutBody(response) : response;
}

/** Returns a response to HEAD: the headers of GET, with the length of the body that GET would have. */
async function withoutBody(response: Response): Promise<Response> {
  const { byteLength } = await response.arrayBuffer();
  const bare = new Response(null, response);
  if (response.status !== 304) bare.headers.set('content-length', String(byteLength));
  return bare;
}

async function routeRequest(request: Request, path: string): Promise<Response> {
  const closed = await answerDuringMaintenance(request, path);
  if (closed) return closed;
  const refused = refuseLogIn(request, path);
  if (refused) return refused;
  if (path.startsWith('/api/trpc/')) return handleTrpc(request, '/api/trpc');
  if (path.startsWith('/api/desk/')) return handleTrpc(request, '/api/desk');
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
