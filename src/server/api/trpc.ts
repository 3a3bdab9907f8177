import { initTRPC, TRPCError } from '@trpc/server';
import { AppError, type ErrorCode, type ErrorKind } from '@/domain/errors';
import type { Locale } from '@/domain/locale';
import type { CookieName } from '../auth/cookies';
import type { Caller } from '../platform/caller';
import type { Session } from '../auth/session';
import { byNetwork, countTogether, isLimitReached } from '../platform/throttle';
import type { Ctx } from '../platform/context';
import { countAuthFailure } from '../platform/counters';
import type { OperatorToken } from '../platform/operator-token';
import { refuseCardData } from './body';
import { toAppError, wireError } from './errors';
import { transformer, writable } from './trpc-input';

/** The context of a procedure. The session is read once, on first use. */
export interface ApiContext extends Ctx {
  /** The language of refusals as known so far: the account's only after `session` or `learnLocale`. */
  locale: Locale;
  /** Reads the account's language if the caller has no preference; never throws. */
  learnLocale: () => Promise<Locale>;
  caller: Caller;
  /** The secret in the cookie, or null; `session()` tells whether it is valid. */
  secret: string | null;
  session: () => Promise<Session | null>;
  /** Sets the cookie of a new session, and remembers the browser for its account. */
  giveSession: (secret: string) => Promise<void>;
  /** Makes the browser remember the session's account in its present state. */
  keepDevice: () => Promise<void>;
  /** Gives the caller's session a new secret, after a password proved the identity. */
  renewSession: () => Promise<void>;
  /** Deletes the session's cookie; the browser stays known. */
  takeSession: () => void;
  /** The value of a secret cookie beside the session, or null. */
  cookie: (name: CookieName) => string | null;
  /** Sets such a cookie; null deletes it. */
  giveCookie: (name: CookieName, value: string | null) => void;
  /** False for a GET that neither a script of ours nor a program sent on purpose: it may only read. */
  isIntendedGet: boolean;
  operatorToken: OperatorToken;
  /** Headers of the response. */
  headers: Headers;
}

const TRPC_CODES = {
  invalid: 'BAD_REQUEST',
  unauthenticated: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  declined: 'PAYMENT_REQUIRED',
  method: 'METHOD_NOT_SUPPORTED',
  conflict: 'CONFLICT',
  too_large: 'PAYLOAD_TOO_LARGE',
  media: 'UNSUPPORTED_MEDIA_TYPE',
  throttled: 'TOO_MANY_REQUESTS',
  internal: 'INTERNAL_SERVER_ERROR',
  unavailable: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<ErrorKind, TRPCError['code']>;

const t = initTRPC.context<ApiContext>().create({
  transformer,
  errorFormatter: ({ shape, error, ctx }) => {
    const { code, message, reason, fieldErrors, data } = wireError(toAppError(error), ctx?.locale ?? 'en');
    return {
      ...shape,
      message,
      data: {
        code: shape.data.code,
        httpStatus: shape.data.httpStatus,
        appCode: code,
        reason,
        fieldErrors: writable(fieldErrors),
        data,
      },
    };
  },
});

/** Every refusal keeps its cause; an internal error becomes INTERNAL without details. */
const translateErrors = t.middleware(async ({ ctx, next }) => {
  const result = await next();
  if (result.ok) return result;
  const refusal = toAppError(result.error);
  countAuthFailure(refusal.code);
  if (refusal.kind !== 'internal' && refusal.kind !== 'unavailable') await ctx.learnLocale();
  const cause = refusal.code === 'INTERNAL' ? (result.error.cause ?? result.error) : refusal;
  throw new TRPCError({ code: TRPC_CODES[refusal.kind], message: refusal.code, cause });
});

const refuseCards = t.middleware(async ({ getRawInput, next }) => {
  refuseCardData(await getRawInput());
  return next();
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;
export const publicProcedure = t.procedure.use(translateErrors).use(refuseCards);

type FailureCode = Extract<ErrorCode, `${string}_FAILED`>;

/** The subject of UPDATE_FAILED, translated by the locale files. */
type FieldName = 'details' | 'address' | 'email' | 'password' | 'paymentMethod';

/** Returns a public procedure whose unavailability is named by the failed action: "Unable to login." */
export const procedureNamed = (failure: FailureCode, fieldName?: FieldName) =>
  publicProcedure.use(async ({ next }) => {
    const result = await next();
    if (result.ok) return result;
    const { code, details } = toAppError(result.error);
    if (code !== 'UNAVAILABLE' && code !== 'INTERNAL') return result;
    const named = new AppError(failure, { ...details, ...(fieldName && { fieldName }) });
    named.cause = result.error;
    throw named;
  });

/** Requires a session. */
export const asAccount = t.middleware(async ({ ctx, next }) => {
  const session = await ctx.session();
  if (!session) throw new AppError('NOT_LOGGED_IN');
  return next({ ctx: { ...ctx, accountId: session.accountId } });
});

/** Requires a session and passes it on, for calls that keep it or check the age of its log-in. */
export const asSession = t.middleware(async ({ ctx, next }) => {
  const session = await ctx.session();
  if (!session) throw new AppError('NOT_LOGGED_IN');
  return next({ ctx: { ...ctx, accountId: session.accountId, known: session } });
});

export const accountProcedure = publicProcedure.use(asAccount);

/**
 * Requires the operator's bearer token. After ten wrong tokens in ten minutes a network is refused with any token, so
 * that a right one cannot be found by trying.
 * @throws AppError NOT_LOGGED_IN, THROTTLED
 */
export async function requireOperator(ctx: ApiContext): Promise<void> {
  const use = byNetwork('operatorNetwork', ctx.caller);
  if (ctx.operatorToken === 'right' && !(await isLimitReached(ctx.db, use))) return;
  countAuthFailure('OPERATOR');
  if (ctx.operatorToken !== 'none') await countTogether(ctx.db, [use]);
  throw new AppError('NOT_LOGGED_IN');
}

/** Requires the operator's bearer token. */
export const operatorProcedure = publicProcedure.use(async ({ ctx, next }) => {
  await requireOperator(ctx);
  return next();
});
