import { GraphQLError } from 'graphql';
import { AppError } from '@/domain/errors';
import { log } from '../../platform/log';
import { toAppError, wireError } from '../errors';
import type { ApiContext } from '../trpc';

/** A refusal as GraphQL has it: the sentence in the caller's language, the rest under `extensions`. */
export async function tellRefusal(thrown: unknown, ctx: ApiContext): Promise<GraphQLError> {
  const error = toAppError(thrown);
  const isOurs = error.kind === 'internal' || error.kind === 'unavailable';
  if (isOurs) log.error('api.failed', { route: '/api/graphql', code: error.code, error: thrown });
  const { retryAfterSeconds } = error.details;
  if (retryAfterSeconds !== undefined) ctx.headers.set('retry-after', String(retryAfterSeconds));
  const { message, ...extensions } = wireError(error, isOurs ? ctx.locale : await ctx.learnLocale());
  return new GraphQLError(message, { extensions: { ...extensions } });
}

/** What GraphQL itself refuses: a query that can't be read, is not of this schema, or is too much. */
async function tellMisuse({ message }: GraphQLError, ctx: ApiContext): Promise<GraphQLError> {
  const refusal = await tellRefusal(new AppError('INPUT_INVALID'), ctx);
  return new GraphQLError(refusal.message, { extensions: { ...refusal.extensions, detail: message } });
}

/** Translates an error of a result for its caller; bugs say nothing of themselves. */
export async function tellError(error: GraphQLError, ctx: ApiContext): Promise<GraphQLError> {
  // Whatever goes wrong before a field is asked for has no path.
  if (error.path === undefined) return tellMisuse(error, ctx);
  const { message, extensions } = await tellRefusal(error.originalError ?? error, ctx);
  return new GraphQLError(message, { path: error.path, extensions });
}
