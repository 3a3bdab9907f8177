import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { kindOf } from '@/domain/error-kinds';
import { AppError } from '@/domain/errors';
import { log } from '../platform/log';
import { BODY_MAX_BYTES, DESK_BODY_MAX_BYTES, readText, requireJson, withoutByteOrderMark } from './body';
import { apiContext } from './context';
import { toAppError } from './errors';
import { requireSameOrigin } from './origin';
import { errorResponse, wrongMethodResponse, NO_STORE } from './rest/responses';
import { deskRouter } from './desk/root';
import { appRouter } from './root';
import type { ApiContext } from './trpc';

const BATCH_MAX = 10;
const METHODS = ['GET', 'POST'];

/** The routers by path: the shop's pages call `/api/trpc`, the desk's pages `/api/desk`. */
const ROUTERS = { '/api/trpc': appRouter, '/api/desk': deskRouter } as const;
type Endpoint = keyof typeof ROUTERS;

/** Handles the tRPC calls of the pages. Checks method, origin and body before it calls tRPC. */
export async function handleTrpc(request: Request, endpoint: Endpoint): Promise<Response> {
  const ctx = apiContext(request.headers, request.method);
  try {
    requireReadable(request.url);
    if (!METHODS.includes(request.method)) return await wrongMethodResponse(ctx, endpoint, METHODS);
    requireSameOrigin(request);
    return await askTrpc(
      request.method === 'POST' ? await bounded(request, endpoint) : request,
      ctx,
      endpoint,
    );
  } catch (error) {
    return errorResponse(error, ctx, endpoint);
  }
}

/** Throws NOT_FOUND for a path that cannot be decoded. tRPC itself would return an internal error. */
function requireReadable(url: string): void {
  try {
    decodeURIComponent(new URL(url).pathname);
  } catch {
    throw new AppError('NOT_FOUND');
  }
}

/** Returns a copy of a JSON request with its body in memory. Throws TOO_LARGE for a body above the maximum size. */
async function bounded(request: Request, endpoint: Endpoint): Promise<Request> {
  requireJson(request);
  const max = endpoint === '/api/desk' ? DESK_BODY_MAX_BYTES : BODY_MAX_BYTES;
  const body = withoutByteOrderMark(await readText(request, max));
  return new Request(request.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

function askTrpc(request: Request, ctx: ApiContext, endpoint: Endpoint): Promise<Response> {
  return fetchRequestHandler({
    endpoint,
    req: request,
    router: ROUTERS[endpoint],
    createContext: () => ctx,
    maxBatchSize: BATCH_MAX,
    responseMeta: ({ errors }) => {
      const headers = new Headers([...ctx.headers, ...Object.entries(NO_STORE)]);
      const waits = errors.map((error) => toAppError(error).details.retryAfterSeconds ?? 0);
      if (waits.some((seconds) => seconds > 0)) headers.set('retry-after', String(Math.max(...waits)));
      return { headers };
    },
    onError: ({ error, path }) => {
      const refusal = toAppError(error);
      const [kind, code] = [kindOf(refusal), refusal.code];
      if (kind === 'internal' || kind === 'unavailable') {
        log.error('api.failed', { route: `${endpoint.slice('/api/'.length)}/${path ?? ''}`, code, error });
      }
    },
  });
}
