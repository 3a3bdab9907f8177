import { initTRPC, TRPCError } from '@trpc/server';
import superjson from 'superjson';
import { ZodError } from 'zod';
import { AppError, type ErrorKind } from '@/domain/errors';
import type { Locale } from '@/domain/locale';
import type { Caller } from '../auth/log-in';
import type { Session } from '../auth/session';
import type { Ctx } from '../context';
import { toAppError, wireError } from './errors';

/** What a procedure knows of its caller. The session is looked up once, and only when somebody asks. */
export interface ApiContext extends Ctx {
  locale: Locale;
  caller: Caller;
  /** The secret in the cookie, or null; whether it still means anything is `session()`'s answer. */
  secret: string | null;
  session: () => Promise<Session | null>;
  isOperator: boolean;
  /** Headers of the answer: cookies are set here. */
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
  transformer: superjson,
  errorFormatter: ({ shape, error, ctx }) => {
    const wire = wireError(toAppError(error.cause ?? error), ctx?.locale ?? 'en');
    return {
      ...shape,
      message: wire.message,
      data: { code: shape.data.code, httpStatus: shape.data.httpStatus, appCode: wire.code, reason: wire.reason, fieldErrors: wire.fieldErrors, data: wire.data },
    };
  },
});

/** Every refusal keeps its cause; a bug becomes INTERNAL and says nothing of itself. */
const translateErrors = t.middleware(async ({ next }) => {
  const result = await next();
  if (result.ok) return result;
  const cause = result.error.cause ?? result.error;
  if (cause instanceof ZodError) throw result.error;
  const refusal = toAppError(cause);
  throw new TRPCError({ code: TRPC_CODES[refusal.kind], message: refusal.code, cause: refusal.code === 'INTERNAL' ? cause : refusal });
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;
export const publicProcedure = t.procedure.use(translateErrors);

/** For whoever is logged in. */
export const accountProcedure = publicProcedure.use(async ({ ctx, next }) => {
  const session = await ctx.session();
  if (!session) throw new AppError('NOT_LOGGED_IN');
  return next({ ctx: { ...ctx, accountId: session.accountId } });
});

/** For the operator's bearer token. */
export const operatorProcedure = publicProcedure.use(({ ctx, next }) => {
  if (!ctx.isOperator) throw new AppError('NOT_LOGGED_IN');
  return next();
});
