import { GraphQLError } from 'graphql';
import { AppError } from '@/domain/errors';
import { log } from '../../platform/log';
import { toAppError, wireError } from '../errors';
import type { ApiContext } from '../trpc';

/** Returns an error as GraphQL has it: the message in the caller's language, the rest under `extensions`. */
export async function toGraphqlRefusal(thrown: unknown, ctx: ApiContext): Promise<GraphQLError> {
  const error = toAppError(thrown);
  const isOurs = error.kind === 'internal' || error.kind === 'unavailable';
  if (isOurs) log.error('api.failed', { route: '/api/graphql', code: error.code, error: thrown });
  const { retryAfterSeconds } = error.details;
  if (retryAfterSeconds !== undefined) ctx.headers.set('retry-after', String(retryAfterSeconds));
  const { message, ...extensions } = wireError(error, isOurs ? ctx.locale : await ctx.learnLocale());
  return new GraphQLError(message, { extensions: { ...extensions } });
}

/** Returns an error of GraphQL itself: a query that cannot be parsed, is invalid for this schema or exceeds a limit. */
async function toRequestError({ message }: GraphQLError, ctx: ApiContext): Promise<GraphQLError> {
  const refusal = await toGraphqlRefusal(new AppError('INPUT_INVALID'), ctx);
  return new GraphQLError(refusal.message, { extensions: { ...refusal.extensions, detail: message } });
}

/** Translates an error of a result for its caller; an internal error has no details. */
export async function toGraphqlError(error: GraphQLError, ctx: ApiContext): Promise<GraphQLError> {
  // An error before the first field has no path.
  if (error.path === undefined) return toRequestError(error, ctx);
  const { message, extensions } = await toGraphqlRefusal(error.originalError ?? error, ctx);
  return new GraphQLError(message, { path: error.path, extensions });
}
