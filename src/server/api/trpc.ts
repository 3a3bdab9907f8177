import { setTimeout as sleep } from 'node:timers/promises';
import { initTRPC, TRPCError } from '@trpc/server';
import { kindOf, type ErrorCode, type ErrorKind } from '@/domain/error-kinds';
import { AppError } from '@/domain/errors';
import type { Locale } from '@/domain/locale';
import type { TokenScope } from '@/domain/api-token';
import { canChangeDetails } from '@/domain/subscription';
import type { CookieName } from '../login/cookies';
import { requireAccount } from '../lifecycle/require-subscriber';
import type { Caller } from '../platform/caller';
import type { Session } from '../login/session';
import { byNetwork, countTogether, isLimitReached, type Use } from '../platform/throttle';
import type { Ctx } from '../platform/context';
import { countAuthFailure } from '../platform/counters';
import type { OperatorToken } from '../platform/operator-token';
import { findTokenFor } from '../login/staff/api-tokens';
import type { StaffSession } from '../login/staff/sessions';
import { refuseCardData } from './body';
import type { CallMeta } from './call';
import { toAppError, wireError } from './errors';
import { transformer, writable } from './trpc-input';

/** The context of a procedure: the request's caller, session, cookies and response headers. */
export interface ApiContext extends Ctx {
  /**
   * The language of error messages: the caller's preference, else the account's language. The account's language is
   * known only after a call of `session` or `learnLocale`.
   */
  locale: Locale;
  /**
   * Returns the language of error messages. Reads the account's language if the caller has no preference. Never throws.
   */
  learnLocale: () => Promise<Locale>;
  caller: Caller;
  /** The session secret in the cookie, which may be invalid; null without a cookie. */
  secret: string | null;
  /** Returns the caller's valid session, or null. Reads the session only at the first call. */
  session: () => Promise<Session | null>;
  /** Sets the cookie of a new session, and marks the browser as a known device of its account. */
  giveSession: (secret: string) => Promise<void>;
  /** Sets the device cookie, which makes the browser a known device of the session's account. */
  keepDevice: () => Promise<void>;
  /** Replaces the secret of the caller's session and sets its cookie. Called after a password was verified. */
  renewSession: () => Promise<void>;
  /** Deletes the session cookie. The device cookie stays, so the browser remains a known device. */
  takeSession: () => void;
  /** Returns the value of a cookie other than the session cookie; null when it is missing or malformed. */
  cookie: (name: CookieName) => string | null;
  /** Sets a cookie other than the session cookie, or deletes the cookie if the value is null. */
  giveCookie: (name: CookieName, value: string | null) => void;
  /** Whether the request is a GET that may change data, as `isIntendedGet` in origin.ts decides. */
  isIntendedGet: boolean;
  /** The bearer token; '' if the header is malformed, null without one. */
  bearer: string | null;
  operatorToken: OperatorToken;
  /** Returns the session of the staff, and extends it. Reads it only at the first call. */
  staff: () => Promise<StaffSession | null>;
  /** The headers to add to the response. */
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

const t = initTRPC
  .context<ApiContext>()
  .meta<CallMeta>()
  .create({
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

/** Converts every thrown error to a TRPCError with an AppError as its cause. An unknown error becomes INTERNAL. */
const translateErrors = t.middleware(async ({ ctx, next }) => {
  const result = await next();
  if (result.ok) return result;
  const refusal = toAppError(result.error);
  countAuthFailure(refusal.code);
  const kind = kindOf(refusal);
  if (kind !== 'internal' && kind !== 'unavailable') await ctx.learnLocale();
  const cause = refusal.code === 'INTERNAL' ? (result.error.cause ?? result.error) : refusal;
  throw new TRPCError({ code: TRPC_CODES[kind], message: refusal.code, cause });
});

const refuseCards = t.middleware(async ({ getRawInput, next }) => {
  refuseCardData(await getRawInput());
  return next();
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;
/** The base of a call whose texts may contain long numbers, such as a bank statement. */
export const uncheckedProcedure = t.procedure.use(translateErrors);
export const publicProcedure = uncheckedProcedure.use(refuseCards);

type FailureCode = Extract<ErrorCode, `${string}_FAILED`>;

/** The name of a field for the message of UPDATE_FAILED. The locale files translate this name. */
type FieldName = 'details' | 'address' | 'email' | 'password' | 'paymentMethod';

/**
 * Returns a public procedure that replaces the errors UNAVAILABLE and INTERNAL by `failure`. The message of `failure`
 * names the action, for example "Unable to login."
 */
export const procedureNamed = (failure: FailureCode, fieldName?: FieldName) =>
  publicProcedure.meta({ failure }).use(async ({ next }) => {
    const result = await next();
    if (result.ok) return result;
    const { code, details } = toAppError(result.error);
    if (code !== 'UNAVAILABLE' && code !== 'INTERNAL') return result;
    const named = new AppError(failure, { ...details, ...(fieldName && { fieldName }) });
    named.cause = result.error;
    throw named;
  });

/**
 * Requires a session, and what `who` of the procedure says. Adds `accountId` and the session, as `known`, to the context.
 * A registration that waits for an offline payment may make the calls of a subscriber: each use case says which.
 * @throws AppError NOT_LOGGED_IN without a session, NOT_ALLOWED if only subscribers may call and the caller is none
 */
const asAccount = t.middleware(async ({ ctx, meta, next }) => {
  const known = await ctx.session();
  if (!known) throw new AppError('NOT_LOGGED_IN');
  const { accountId, isRegistering } = known;
  if (meta?.who === 'subscriber' && isRegistering) await requireAccount(ctx.db, accountId, canChangeDetails);
  return next({ ctx: { ...ctx, accountId, known } });
});

/** Adds `readerId` to the context: the account of the caller's session; null without one. Requires no session. */
export const asReader = t.middleware(async ({ ctx, next }) => {
  const session = await ctx.session();
  return next({ ctx: { ...ctx, readerId: session?.accountId ?? null } });
});

export const accountProcedure = publicProcedure.use(asAccount);

/** As `accountProcedure` and `procedureNamed`. */
export const accountProcedureNamed = (...named: Parameters<typeof procedureNamed>) =>
  procedureNamed(...named).use(asAccount);

const LIMIT_WAIT_MS = 1_000;

/**
 * Whether a limit of the operator's calls is reached. For metrics, a limit that cannot be read within a second is not:
 * they are needed most when the database is away.
 */
async function isOperatorLimited({ db }: ApiContext, uses: Use[], scope: TokenScope): Promise<boolean> {
  const isReached = isLimitReached(db, uses);
  if (scope !== 'metrics') return isReached;
  return Promise.race([isReached.catch(() => false), sleep(LIMIT_WAIT_MS, false, { ref: false })]);
}

/**
 * Checks the bearer token: OPERATOR_TOKEN, or an API token with this scope. After ten wrong tokens from an IP range in
 * ten minutes, rejects every token from that range.
 * @throws AppError NOT_LOGGED_IN, THROTTLED
 */
export async function requireOperator(ctx: ApiContext, scope: TokenScope): Promise<void> {
  const uses = byNetwork('operatorNetwork', ctx.caller);
  const isRight =
    ctx.operatorToken === 'right' ||
    (ctx.bearer !== null && (await findTokenFor(ctx, ctx.bearer, scope)) !== null);
  if (isRight && !(await isOperatorLimited(ctx, uses, scope))) return;
  countAuthFailure('OPERATOR');
  if (ctx.operatorToken !== 'none') await countTogether(ctx.db, uses);
  throw new AppError('NOT_LOGGED_IN', { reason: 'operator_token' });
}

/** Returns a procedure that only the operator can call, with a bearer token of this scope. */
export const operatorProcedure = (scope: TokenScope) =>
  publicProcedure.use(async ({ ctx, next }) => {
    await requireOperator(ctx, scope);
    return next();
  });
