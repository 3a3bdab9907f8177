import { AppError } from '@/domain/errors';
import { logInInput } from '@/schemas/auth';
import { getMe } from '../../account/me';
import { blankSessionCookie, sessionCookie } from '../../auth/lucia';
import { logIn } from '../../auth/log-in';
import { endSession, refreshSession } from '../../auth/session';
import { publicProcedure, router } from '../trpc';

export const authRouter = router({
  logIn: publicProcedure.input(logInInput).mutation(async ({ ctx, input }) => {
    const { secret } = await logIn(ctx, input, ctx.caller);
    if (ctx.secret) await endSession(ctx, ctx.secret);
    ctx.headers.append('set-cookie', sessionCookie(ctx.db, secret));
    return getMe(ctx, secret);
  }),
  logOut: publicProcedure.mutation(async ({ ctx }) => {
    if (ctx.secret) await endSession(ctx, ctx.secret);
    ctx.headers.append('set-cookie', blankSessionCookie(ctx.db));
    ctx.headers.set('clear-site-data', '"cache", "storage"');
    return {};
  }),
  me: publicProcedure.query(({ ctx }) => getMe(ctx, ctx.secret)),
  refresh: publicProcedure.query(async ({ ctx }) => {
    const expiresInMinutes = ctx.secret ? await refreshSession(ctx, ctx.secret) : null;
    if (expiresInMinutes === null) throw new AppError('NOT_LOGGED_IN');
    return { expiresInMinutes };
  }),
});
