import { AppError } from '@/domain/errors';
import { logInInput, nothingInput } from '@/schemas/auth';
import { getMe } from '../../account/me';
import { logIn } from '../../auth/log-in';
import { logOut, refreshSession, remainingMinutes } from '../../auth/session';
import { procedureNamed, publicProcedure, router } from '../trpc';

export const authRouter = router({
  logIn: procedureNamed('LOGIN_FAILED')
    .input(logInInput)
    .mutation(async ({ ctx, input }) => {
      const secret = await logIn(ctx, input, ctx.caller, ctx.secret);
      ctx.giveSession(secret);
      return getMe(ctx, secret);
    }),
  logOut: publicProcedure.input(nothingInput).mutation(async ({ ctx }) => {
    await logOut(ctx, ctx.secret);
    ctx.takeSession();
    // Not "storage": an unfinished registration's answers lie there, and survive a log-out.
    ctx.headers.set('clear-site-data', '"cache"');
    return {};
  }),
  me: publicProcedure.query(({ ctx }) => getMe(ctx, ctx.secret)),
  refresh: publicProcedure.query(async ({ ctx }) => {
    const left = ctx.isMeant ? refreshSession : remainingMinutes;
    const expiresInMinutes = ctx.secret ? await left(ctx, ctx.secret) : null;
    if (expiresInMinutes === null) throw new AppError('NOT_LOGGED_IN');
    return { expiresInMinutes };
  }),
});
