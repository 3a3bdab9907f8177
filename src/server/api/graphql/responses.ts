import type { ExecutionResult } from 'graphql';
import { textResponse } from '../rest/responses';
import type { ApiContext } from '../trpc';
import { toGraphqlError } from './errors';

/** The media type of GraphQL over HTTP, whose responses have a status of 400 for a document that is not run. */
const RESPONSE_TYPE = 'application/graphql-response+json';

/** Whether the header `Accept` prefers `application/graphql-response+json` to `application/json`. */
export function prefersResponseType(accept: string | null): boolean {
  const weight = weightOf(accept ?? '', RESPONSE_TYPE);
  return weight > 0 && weight >= weightOf(accept ?? '', 'application/json');
}

function weightOf(accept: string, type: string): number {
  for (const part of accept.toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((one) => one.trim());
    if (name !== type) continue;
    const q = parameters.find((one) => one.startsWith('q='));
    return q === undefined ? 1 : Number(q.slice(2)) || 0;
  }
  return 0;
}

const typed = (headers?: Headers) => {
  const all = new Headers(headers);
  all.set('content-type', `${RESPONSE_TYPE}; charset=utf-8`);
  return all;
};

/**
 * Returns the response to an operation. Its status is 200; for a caller that prefers GraphQL's media type, 400 if the
 * operation was not run.
 */
export async function resultResponse(
  ctx: ApiContext,
  { errors, ...rest }: ExecutionResult,
  isPreferred: boolean,
): Promise<Response> {
  const told = errors && (await Promise.all(errors.map((error) => toGraphqlError(error, ctx))));
  const body = JSON.stringify({ ...(told && { errors: told }), ...rest });
  if (!isPreferred) return textResponse(200, body, ctx.headers);
  return textResponse('data' in rest ? 200 : 400, body, typed(ctx.headers));
}

/**
 * Returns the response to an invalid request, in the format of REST. A caller that prefers GraphQL's media type also
 * gets the list `errors`.
 */
export async function failureResponse(response: Response, isPreferred: boolean): Promise<Response> {
  if (!isPreferred) return response;
  const body = (await response.json()) as { status: string; message: string };
  const extra = Object.entries(body).filter(([name]) => name !== 'status' && name !== 'message');
  const errors = [{ message: body.message, extensions: Object.fromEntries(extra) as object }];
  const text = JSON.stringify({ ...body, errors });
  return textResponse(response.status, text, typed(response.headers));
}
