import { type ExecutionResult, GraphQLError } from 'graphql';
import { textResponse } from '../rest/responses';
import type { ApiContext } from '../trpc';
import { kindOf } from '@/domain/error-kinds';
import { AppError } from '@/domain/errors';
import { log } from '../../platform/log';
import { toAppError, wireError } from '../errors';

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

/**
 * Converts any thrown value to a GraphQL error with a message in the caller's language. `extensions` has the code and
 * all other fields. Logs an internal error.
 */
async function toGraphqlRefusal(thrown: unknown, ctx: ApiContext): Promise<GraphQLError> {
  const error = toAppError(thrown);
  const kind = kindOf(error);
  const isOurs = kind === 'internal' || kind === 'unavailable';
  if (isOurs) log.error('api.failed', { route: '/api/graphql', code: error.code, error: thrown });
  const { retryAfterSeconds } = error.details;
  if (retryAfterSeconds !== undefined) ctx.headers.set('retry-after', String(retryAfterSeconds));
  const { message, ...extensions } = wireError(error, isOurs ? ctx.locale : await ctx.learnLocale());
  return new GraphQLError(message, { extensions: { ...extensions } });
}

/**
 * Converts a syntax error, a validation error or an exceeded limit of a document to INPUT_INVALID. The message ends with
 * the error in English.
 */
async function toRequestError(error: GraphQLError, ctx: ApiContext): Promise<GraphQLError> {
  const { message, extensions } = await toGraphqlRefusal(new AppError('INPUT_INVALID'), ctx);
  const detail = error.message;
  return new GraphQLError(`${message}: ${detail}`, {
    ...placeOf(error),
    extensions: { ...extensions, detail },
  });
}

/** Returns the place of an error in the document, from which GraphQL computes `locations`. */
const placeOf = ({ nodes, source, positions }: GraphQLError) => ({ nodes, source, positions });

/** Converts an error of an execution result to the error that the caller receives. Removes internal details. */
async function toGraphqlError(error: GraphQLError, ctx: ApiContext): Promise<GraphQLError> {
  // An error before the first field has no path.
  if (error.path === undefined && !(error.originalError instanceof AppError))
    return toRequestError(error, ctx);
  const { message, extensions } = await toGraphqlRefusal(error.originalError ?? error, ctx);
  return new GraphQLError(message, { ...placeOf(error), path: error.path, extensions });
}
