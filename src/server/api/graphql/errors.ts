import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { AppError } from '@/domain/errors';
import { log } from '../../log';
import { toAppError, wireError } from '../errors';
import type { ApiContext } from '../trpc';
import type { GraphqlContext } from './builder';

/** graphql-js is eager to name the fields that somebody may have meant. */
const SUGGESTION = / ?Did you mean .+$/;

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
  const detail = message.replace(SUGGESTION, '');
  return new GraphQLError(refusal.message, { extensions: { ...refusal.extensions, detail } });
}

async function tell(error: GraphQLError, ctx: ApiContext): Promise<GraphQLError> {
  // Whatever goes wrong before a field is asked for has no path.
  if (error.path === undefined) return tellMisuse(error, ctx);
  const { message, extensions } = await tellRefusal(error.originalError ?? error, ctx);
  return new GraphQLError(message, { path: error.path, extensions });
}

/** Puts every error of a result into our words; bugs say nothing of themselves. */
export function inOurWords(): Plugin<GraphqlContext> {
  return {
    onResultProcess: async (processing) => {
      const { result } = processing;
      if (!('errors' in result) || !result.errors) return;
      const { ctx } = processing.serverContext as unknown as GraphqlContext;
      const errors = await Promise.all(result.errors.map((error) => tell(error, ctx)));
      processing.setResult({ ...result, errors });
    },
  };
}
