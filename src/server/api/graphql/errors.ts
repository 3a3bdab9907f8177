import { GraphQLError } from 'graphql';
import { kindOf } from '@/domain/error-kinds';
import { AppError } from '@/domain/errors';
import { log } from '../../platform/log';
import { toAppError, wireError } from '../errors';
import type { ApiContext } from '../trpc';

/**
 * Converts any thrown value to a GraphQL error with a message in the caller's language. `extensions` has the code and
 * all other fields. Logs an internal error.
 */
export async function toGraphqlRefusal(thrown: unknown, ctx: ApiContext): Promise<GraphQLError> {
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
export async function toGraphqlError(error: GraphQLError, ctx: ApiContext): Promise<GraphQLError> {
  // An error before the first field has no path.
  if (error.path === undefined && !(error.originalError instanceof AppError))
    return toRequestError(error, ctx);
  const { message, extensions } = await toGraphqlRefusal(error.originalError ?? error, ctx);
  return new GraphQLError(message, { ...placeOf(error), path: error.path, extensions });
}
