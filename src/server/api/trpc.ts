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

/** What a procedure knows of its caller. The session is looked up once, and only when somebody asks. */
export interface ApiContext extends Ctx {
  /** The language of refusals, as far as it is known: the account's only after `session` or `learnLocale`. */
  locale: Locale;
  /** Asks for the account's language where the caller left it to us; never throws. */
  learnLocale: () => Promise<Locale>;
  caller: Caller;
  /** The secret in the cookie, or null; whether it still means anything is `session()`'s answer. */
  secret: string | null;
  session: () => Promise<Session | null>;
  /** Puts a session that has just begun into the caller's cookie, and remembers the browser for its account. */
  giveSession: (secret: string) => Promise<void>;
  /** Has the browser remember whose session it came with, as that account is now. */
  keepDevice: () => Promise<void>;
  /** Gives the caller's session a new secret, after a password has proven who is there. */
  renewSession: () => Promise<void>;
  /** Takes the session's cookie away; the browser stays known. */
  takeSession: () => void;
  /** One of the small secrets besides the session, or null. */
  cookie: (name: CookieName) => string | null;
  /** Gives the caller such a secret; null takes it away. */
  giveCookie: (name: CookieName, value: string | null) => void;
  /** False for a GET that no script of ours and no program sent on purpose: it may read, and change nothing. */
  isMeant: boolean;
  operatorToken: OperatorToken;
  /** Headers of the answer. */
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

/** Every refusal keeps its cause; a bug becomes INTERNAL and says nothing of itself. */
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

/** What UPDATE_FAILED names; the locale files say it in the reader's language. */
type FieldName = 'details' | 'address' | 'email' | 'password' | 'paymentMethod';

/** A public procedure for which what is away is named by what could not be done: "Unable to login." */
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

/** Only for whoever is logged in. */
export const asAccount = t.middleware(async ({ ctx, next }) => {
  const session = await ctx.session();
  if (!session) throw new AppError('NOT_LOGGED_IN');
  return next({ ctx: { ...ctx, accountId: session.accountId } });
});

/** The same where the session itself matters: which one stays when the others end, and how old its log-in is. */
export const asSession = t.middleware(async ({ ctx, next }) => {
  const session = await ctx.session();
  if (!session) throw new AppError('NOT_LOGGED_IN');
  return next({ ctx: { ...ctx, accountId: session.accountId, known: session } });
});

export const accountProcedure = publicProcedure.use(asAccount);

/**
 * Requires the operator's bearer token. A network that sent ten wrong ones in ten minutes gets in with none, since
 * a right one among the tries must not be found.
 * @throws AppError NOT_LOGGED_IN, THROTTLED
 */
export async function requireOperator(ctx: ApiContext): Promise<void> {
  const use = byNetwork('operatorNetwork', ctx.caller);
  if (ctx.operatorToken === 'right' && !(await isLimitReached(ctx.db, use))) return;
  countAuthFailure('OPERATOR');
  if (ctx.operatorToken !== 'none') await countTogether(ctx.db, [use]);
  throw new AppError('NOT_LOGGED_IN');
}

/** For the operator's bearer token. */
export const operatorProcedure = publicProcedure.use(async ({ ctx, next }) => {
  await requireOperator(ctx);
  return next();
});
