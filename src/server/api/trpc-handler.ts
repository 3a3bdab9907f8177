import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { kindOf } from '@/domain/error-kinds';
import { AppError } from '@/domain/errors';
import { mayDo } from '@/domain/staff';
import { log } from '../platform/log';
import { BODY_MAX_BYTES, readText, requireSoundJson, requireJson, withoutByteOrderMark } from './body';
import { apiContext } from './context';
import { toAppError } from './errors';
import { requireSameOrigin } from './origin';
import { errorResponse, wrongMethodResponse, NO_STORE } from './rest/responses';
import { deskRouter } from './desk/root';
import { appRouter } from './root';
import type { CallMeta } from './call';
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
      request.method === 'POST' ? await bounded(request, ctx, endpoint) : request,
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

/** No JSON, so that tRPC answers INPUT_INVALID in the form that its clients read. */
const UNREADABLE = '{';

/** Returns a copy of a JSON request with its body in memory. Throws TOO_LARGE for a body above the maximum size. */
async function bounded(request: Request, ctx: ApiContext, endpoint: Endpoint): Promise<Request> {
  requireJson(request);
  const body = await readBody(request, ctx, endpoint);
  return new Request(request.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

/**
 * Reads the body of a call. A procedure with a limit of its own has it only for members of the staff whose role may
 * call it: for every other caller the body is not read, and the procedure refuses the call.
 */
async function readBody(request: Request, ctx: ApiContext, endpoint: Endpoint): Promise<string> {
  const { action = null, bodyMax = BODY_MAX_BYTES } = metaOf(request, endpoint);
  if (bodyMax > BODY_MAX_BYTES && action !== null) {
    const member = await ctx.staff();
    if (!member || !mayDo(member.role, action)) return UNREADABLE;
  }
  const body = withoutByteOrderMark(await readText(request, bodyMax));
  try {
    requireSoundJson(body);
    return body;
  } catch {
    return UNREADABLE;
  }
}

/** Returns what the procedure of a request says of itself. A batch has the limits of all calls. */
function metaOf(request: Request, endpoint: Endpoint): CallMeta {
  const procedures = ROUTERS[endpoint]._def.procedures as unknown as Record<
    string,
    { _def: { meta?: CallMeta } }
  >;
  const name = new URL(request.url).pathname.slice(endpoint.length + 1);
  return (Object.hasOwn(procedures, name) && procedures[name]?._def.meta) || {};
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
