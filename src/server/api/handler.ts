import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { sql } from 'drizzle-orm';
import { settings } from '@/env';
import { AppError } from '@/domain/errors';
import { after } from '../billing/durations';
import { travel } from '../billing/time-travel';
import { systemNow } from '../clock';
import { presentContext } from '../context';
import { log } from '../log';
import { recordOmiseEvent } from '../payments/webhooks';
import { readJson, readText, BODY_MAX_BYTES } from './body';
import { apiContext, localeOf } from './context';
import { toAppError } from './errors';
import { requireSameOrigin } from './origin';
import { answerError, answerOk } from './rest/answer';
import { methodsOf, REST_ROUTES, type RestRoute } from './rest/routes';
import { appRouter, createCaller } from './root';

const BATCH_MAX = 10;

/** Whether a URL is the API's rather than a page's. */
export function isApiPath(url: string): boolean {
  return /^\/api(\/|\?|$)/.test(url);
}

/** Everything under `/api`: tRPC, the preserved REST paths, webhooks, health. One function from request to answer. */
export async function handleApi(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  try {
    if (path.startsWith('/api/trpc/')) return await handleTrpc(request);
    const special = SPECIAL[path];
    if (special) return await special(request);
    return await handleRest(request, path);
  } catch (error) {
    return answerThrown(error, request, path);
  }
}

function answerThrown(error: unknown, request: Request, path: string): Response {
  const refusal = toAppError(error);
  if (refusal.kind === 'internal' || refusal.kind === 'unavailable') log.error('api.failed', { route: path, code: refusal.code, error });
  return answerError(refusal, localeOf(request.headers));
}

async function handleTrpc(request: Request): Promise<Response> {
  requireSameOrigin(request);
  if (Number(request.headers.get('content-length') ?? 0) > BODY_MAX_BYTES) throw new AppError('TOO_LARGE');
  const ctx = apiContext(request.headers);
  return fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request,
    router: appRouter,
    createContext: () => ctx,
    maxBatchSize: BATCH_MAX,
    responseMeta: () => ({ headers: new Headers([...ctx.headers, ['cache-control', 'no-store'], ['x-content-type-options', 'nosniff']]) }),
    onError: ({ error, path }) => {
      if (toAppError(error.cause ?? error).kind === 'internal') log.error('api.failed', { route: `trpc/${path ?? ''}`, error: error.cause ?? error });
    },
  });
}

async function handleRest(request: Request, path: string): Promise<Response> {
  const found = REST_ROUTES[`${request.method} ${path}`];
  if (!found) {
    const allowed = methodsOf(path);
    if (allowed.length === 0) throw new AppError('NOT_FOUND');
    return answerError(new AppError('METHOD_NOT_ALLOWED'), localeOf(request.headers), new Headers({ allow: allowed.join(', ') }));
  }
  requireSameOrigin(request);
  const input = request.method === 'GET' ? Object.fromEntries(new URL(request.url).searchParams) : await readJson(request);
  const ctx = apiContext(request.headers);
  try {
    return answerOk(await found.call(createCaller(ctx), input), ctx.headers);
  } catch (error) {
    throw namedByRoute(error, found);
  }
}

/** What is away is named by what could not be done: "Unable to login." */
function namedByRoute(error: unknown, route: RestRoute): unknown {
  const refusal = toAppError(error);
  if (!route.whenAway || (refusal.code !== 'UNAVAILABLE' && refusal.code !== 'INTERNAL')) return error;
  log.error('api.failed', { code: route.whenAway, error });
  return new AppError(route.whenAway);
}

const SPECIAL: Record<string, (request: Request) => Promise<Response>> = {
  '/api/health': async () => answerOk({}),
  '/api/ready': async () => {
    await presentContext().db.execute(sql`select 1`);
    return answerOk({ now: systemNow().toISOString() });
  },
  '/api/webhooks/omise': async (request) => {
    if (request.method !== 'POST') return answerError(new AppError('METHOD_NOT_ALLOWED'), 'en', new Headers({ allow: 'POST' }));
    await recordOmiseEvent(presentContext(), await readText(request), request.headers);
    return answerOk({});
  },
  '/api/_control/clock': async (request) => {
    const s = settings();
    if (s.production || request.headers.get('x-sandbox-token') !== s.SANDBOX_TOKEN) throw new AppError('NOT_FOUND');
    const body = await readJson(request);
    const now = systemNow();
    const target = typeof body.by === 'string' ? after(now, body.by) : new Date(typeof body.to === 'string' ? body.to : NaN);
    if (!target || Number.isNaN(target.getTime())) throw new AppError('INPUT_INVALID');
    return answerOk(await travel(presentContext().db, target));
  },
};
