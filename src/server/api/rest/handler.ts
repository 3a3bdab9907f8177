import { AppError } from '@/domain/errors';
import { nothingInput } from '@/schemas/auth';
import { readJson } from '../body';
import { apiContext } from '../context';
import { requireSameOrigin } from '../origin';
import type { ApiContext } from '../trpc';
import { publicResponse } from './public-response';
import { errorResponse, JSON_TYPE, okResponse, withHead, wrongMethodResponse } from './responses';
import { respondOnce, readKey } from './idempotency';
import { findRoute, methodsOf, type RestRoute } from './routes';

/** Handles a REST request: runs the call of the path and responds with the result or the error. */
export async function handleRest(request: Request, path: string): Promise<Response> {
  const ctx = apiContext(request.headers, request.method);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const route = findRoute(method, path);
  try {
    if (!route) {
      const allowed = methodsOf(path);
      if (allowed.length === 0) throw new AppError('NOT_FOUND');
      return await wrongMethodResponse(ctx, path, withHead(allowed));
    }
    requireSameOrigin(request);
    const input = await readInput(request, method);
    // A call without input has no schema that refuses unknown fields.
    if (!route.input) nothingInput.parse(input);
    if (route.isPublic) return await answerPublic(request, route, ctx);
    const work = () => callRow(route, ctx, input, path);
    const key = method === 'GET' || route.unkeyed ? null : readKey(request.headers);
    return key === null ? await work() : await respondOnce({ ctx, route, path, input, key }, work);
  } catch (error) {
    return errorResponse(error, ctx, path);
  }
}

/**
 * Returns the input of a request: the query of a GET, otherwise the JSON body. A DELETE without a body may have its
 * input in the query, because many clients and proxies send no body with DELETE.
 */
async function readInput(request: Request, method: string): Promise<Record<string, unknown>> {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  if (method === 'GET') return query;
  const body = await readJson(request);
  return method === 'DELETE' && Object.keys(body).length === 0 ? query : body;
}

async function answerPublic(request: Request, route: RestRoute, ctx: ApiContext): Promise<Response> {
  const data = await route.run(ctx, undefined);
  return publicResponse(request, JSON.stringify({ status: 'ok', data }), { 'content-type': JSON_TYPE });
}

async function callRow(route: RestRoute, ctx: ApiContext, input: unknown, path: string): Promise<Response> {
  try {
    return okResponse(await route.run(ctx, route.input ? input : undefined), ctx.headers);
  } catch (error) {
    return errorResponse(error, ctx, path);
  }
}
