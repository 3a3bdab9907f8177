import { tokenActor, type TokenScope } from '@/domain/api-token';
import { AppError } from '@/domain/errors';
import { OperatorRefusal } from '../../desk/acts/operator';
import { findTokenFor } from '../../login/staff/api-tokens';
import { countCall } from '../../platform/call-budget';
import { countAuthFailure } from '../../platform/counters';
import { toAppError } from '../errors';
import { publicProcedure } from '../trpc';

/**
 * Returns a procedure for programs with an API token of the desk that has a scope. Adds the token as `operator`, the actor
 * in the audit. Wrong tokens are not counted: they cannot be guessed, and programs of others may share an address.
 * Throws NOT_LOGGED_IN for an unknown or ended token, NOT_ALLOWED without the scope, THROTTLED, REFUSED for a command that
 * the use case refuses.
 */
export const tokenProcedure = (scope: TokenScope) =>
  publicProcedure.meta({ who: 'token', scope }).use(async ({ ctx, next }) => {
    const tokenId = ctx.bearer === null ? null : await findTokenFor(ctx, ctx.bearer, scope);
    if (tokenId === null) {
      countAuthFailure('OPERATOR');
      throw new AppError('NOT_LOGGED_IN', { reason: 'api_token' });
    }
    await countCall(ctx.db, 'tokenCalls', tokenId);
    const result = await next({ ctx: { ...ctx, operator: tokenActor(tokenId) } });
    if (result.ok) return result;
    const { cause } = result.error;
    if (cause instanceof OperatorRefusal) throw new AppError('REFUSED', { text: cause.textIn(ctx.locale) });
    // Of a subscriber's own command, for an account that does not exist: not the token is unknown.
    const { code, details } = toAppError(result.error);
    if (code === 'NOT_LOGGED_IN' && details.reason !== 'api_token') throw new AppError('NOT_FOUND');
    return result;
  });
