import { AppError } from '@/domain/errors';
import {
  endSessionInput,
  logInInput,
  nothingInput,
  openMagicLinkInput,
  reportNotMeInput,
  requestMagicLinkInput,
  requestPasswordResetInput,
  resetPasswordInput,
  useMagicLinkInput,
} from '@/schemas/auth';
import { getMe } from '../../account/me';
import { listActivity } from '../../auth/activity';
import { logIn } from '../../auth/log-in';
import { openMagicLink, requestMagicLink, useMagicLink as redeemMagicLink } from '../../auth/magic-link';
import { reportNotMe } from '../../auth/not-me';
import { requestPasswordReset, resetPassword } from '../../auth/password-reset';
import { logOut, refreshSession, remainingMinutes } from '../../auth/session';
import { endAllOtherSessions, endOneSession, listSessions } from '../../auth/sessions';
import { asSession, procedureNamed, publicProcedure, router } from '../trpc';

export const authRouter = router({
  logIn: procedureNamed('LOGIN_FAILED')
    .input(logInInput)
    .mutation(async ({ ctx, input }) => {
      const secret = await logIn(ctx, input, ctx.caller, ctx.secret);
      await ctx.giveSession(secret);
      return getMe(ctx, secret);
    }),
  logOut: publicProcedure.input(nothingInput).mutation(async ({ ctx }) => {
    await logOut(ctx, ctx.secret);
    ctx.takeSession();
    // Deletes the LINE cookie too, because on a shared browser the next user may be another person.
    if (ctx.cookie('line-registration') !== null) ctx.giveCookie('line-registration', null);
    // Does not clear "storage", which contains the inputs of an unfinished registration.
    ctx.headers.set('clear-site-data', '"cache"');
    return {};
  }),
  requestMagicLink: procedureNamed('LOGIN_FAILED')
    .input(requestMagicLinkInput)
    .mutation(async ({ ctx, input }) => {
      const { browserSecret, ...sent } = await requestMagicLink(ctx, input, ctx.caller);
      ctx.giveCookie('magic-link', browserSecret);
      return sent;
    }),
  openMagicLink: procedureNamed('LOGIN_FAILED')
    .input(openMagicLinkInput)
    .mutation(async ({ ctx, input }) => {
      const browserSecret = ctx.cookie('magic-link');
      const opened = await openMagicLink(ctx, input, { ...ctx.caller, browserSecret, earlier: ctx.secret });
      if ('elsewhere' in opened) return { loggedIn: false as const, ...opened.elsewhere };
      await ctx.giveSession(opened.secret);
      ctx.giveCookie('magic-link', null);
      return { loggedIn: true as const };
    }),
  useMagicLink: procedureNamed('LOGIN_FAILED')
    .input(useMagicLinkInput)
    .mutation(async ({ ctx, input }) => {
      const secret = await redeemMagicLink(ctx, input, ctx.caller, ctx.secret);
      await ctx.giveSession(secret);
      ctx.giveCookie('magic-link', null);
      return getMe(ctx, secret);
    }),
  requestPasswordReset: procedureNamed('RESET_FAILED')
    .input(requestPasswordResetInput)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx, input, ctx.caller)),
  resetPassword: procedureNamed('RESET_FAILED')
    .input(resetPasswordInput)
    .mutation(async ({ ctx, input }) => {
      const asked = await resetPassword(ctx, input, { ...ctx.caller, earlier: ctx.secret });
      ctx.takeSession();
      return asked;
    }),
  reportNotMe: procedureNamed('RESET_FAILED')
    .input(reportNotMeInput)
    .mutation(({ ctx, input }) => reportNotMe(ctx, input, ctx.caller)),
  sessions: publicProcedure.use(asSession).query(({ ctx }) => listSessions(ctx, ctx.known)),
  activity: publicProcedure.use(asSession).query(({ ctx }) => listActivity(ctx, ctx.known)),
  endSession: publicProcedure
    .use(asSession)
    .input(endSessionInput)
    .mutation(async ({ ctx, input }) => {
      const remaining = await endOneSession(ctx, ctx.known, input.sessionId);
      if (input.sessionId === ctx.known.id) ctx.takeSession();
      return remaining;
    }),
  endOtherSessions: publicProcedure
    .use(asSession)
    .input(nothingInput)
    .mutation(({ ctx }) => endAllOtherSessions(ctx, ctx.known)),
  me: publicProcedure.query(({ ctx }) => getMe(ctx, ctx.secret)),
  refresh: publicProcedure.query(async ({ ctx }) => {
    const left = ctx.isIntendedGet ? refreshSession : remainingMinutes;
    const expiresInMinutes = ctx.secret ? await left(ctx, ctx.secret) : null;
    if (expiresInMinutes === null) throw new AppError('NOT_LOGGED_IN');
    return { expiresInMinutes };
  }),
});
