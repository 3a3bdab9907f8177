import { magicLinkSentAnswer } from '@/schemas/answers/log-in';
import { meAnswer, refreshAnswer } from '@/schemas/answers/account';
import { nothingAnswer } from '@/schemas/answers/parts';
import { answer } from '../call';
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
import { getMe } from '../../subscriber/account/me';
import { listActivity } from '../../login/activity';
import { logIn } from '../../login/log-in';
import { openMagicLink, requestMagicLink, useMagicLink as redeemMagicLink } from '../../login/magic-link';
import { reportNotMe } from '../../login/not-me';
import { requestPasswordReset, resetPassword } from '../../login/password-reset';
import { logOut, refreshSession, remainingMinutes } from '../../login/session';
import { endAllOtherSessions, endOneSession, listSessions } from '../../login/sessions';
import { accountProcedure, procedureNamed, publicProcedure, router } from '../trpc';
import { LINK_TOKEN, NEW_PASSWORD, SESSION_ID, me } from './examples';

export const authRouter = router({
  logIn: procedureNamed('LOGIN_FAILED')
    .meta({
      who: 'anyone',
      rest: {
        path: 'POST /api/login',
        unkeyed: true,
        summary: 'Log in; the answer sets the session cookie',
        description:
          'Checks e-mail and password and starts a session. The cookies of the answer belong to every later call.',
      },
      refusals: ['LOGIN_INCORRECT', 'THROTTLED'],
      example: { input: { email: 'mali@example.test', password: 'correct horse' }, data: me },
    })
    .input(logInInput)
    .output(answer(meAnswer))
    .mutation(async ({ ctx, input }) => {
      const secret = await logIn(ctx, input, ctx.caller, ctx.secret);
      await ctx.giveSession(secret);
      return getMe(ctx, secret);
    }),
  logOut: publicProcedure
    .meta({
      who: 'anyone',
      rest: {
        path: 'POST /api/logout',
        usesSession: true,
        summary: 'Log out; without a session it changes nothing',
        description: 'Ends the session of the cookie and deletes the cookie.',
      },
      example: { input: {}, data: {} },
    })
    .input(nothingInput)
    .output(answer(nothingAnswer))
    .mutation(async ({ ctx }) => {
      await logOut(ctx, ctx.secret);
      ctx.takeSession();
      // Deletes the LINE cookie too, because on a shared browser the next user may be another person.
      if (ctx.cookie('line-registration') !== null) ctx.giveCookie('line-registration', null);
      // Does not clear "storage", which contains the inputs of an unfinished registration.
      ctx.headers.set('clear-site-data', '"cache"');
      return {};
    }),
  requestMagicLink: procedureNamed('LOGIN_FAILED')
    .meta({
      who: 'anyone',
      graphql: {
        mutation: 'requestMagicLink',
        unkept: true,
        description: 'Mails a link and a code of six digits, each of which logs in once.',
        args: { next: 'A path of ours, to be opened after logging in.' },
      },
      example: { input: { email: 'mali@example.test' } },
    })
    .input(requestMagicLinkInput)
    .output(answer(magicLinkSentAnswer))
    .mutation(async ({ ctx, input }) => {
      const { browserSecret, ...sent } = await requestMagicLink(ctx, input, ctx.caller);
      ctx.giveCookie('magic-link', browserSecret);
      return sent;
    }),
  openMagicLink: procedureNamed('LOGIN_FAILED')
    .meta({ who: 'anyone', example: { input: { token: LINK_TOKEN } } })
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
    .meta({
      who: 'anyone',
      graphql: {
        mutation: 'useMagicLink',
        unkept: true,
        description: 'By `token`, which is what follows the # of the link, or by `email` and `code`.',
      },
      example: { input: { token: LINK_TOKEN } },
    })
    .input(useMagicLinkInput)
    .output(answer(meAnswer))
    .mutation(async ({ ctx, input }) => {
      const secret = await redeemMagicLink(ctx, input, ctx.caller, ctx.secret);
      await ctx.giveSession(secret);
      ctx.giveCookie('magic-link', null);
      return getMe(ctx, secret);
    }),
  requestPasswordReset: procedureNamed('RESET_FAILED')
    .meta({
      who: 'anyone',
      graphql: {
        mutation: 'requestPasswordReset',
        type: 'Boolean',
        description: 'Mails a link if somebody has this e-mail; the answer is the same if nobody has.',
      },
      example: { input: { email: 'mali@example.test' } },
    })
    .input(requestPasswordResetInput)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx, input, ctx.caller)),
  resetPassword: procedureNamed('RESET_FAILED')
    .meta({
      who: 'anyone',
      graphql: {
        mutation: 'resetPassword',
        type: 'Boolean',
        description: 'Ends every session and starts one here. `token` is what follows the # of the link.',
      },
      example: { input: { token: LINK_TOKEN, ...NEW_PASSWORD } },
    })
    .input(resetPasswordInput)
    .mutation(async ({ ctx, input }) => {
      const { secret, newLine } = await resetPassword(ctx, input, { ...ctx.caller, earlier: ctx.secret });
      await ctx.giveSession(secret);
      return { newLine };
    }),
  reportNotMe: procedureNamed('RESET_FAILED')
    .meta({ who: 'anyone', example: { input: { token: LINK_TOKEN } } })
    .input(reportNotMeInput)
    .mutation(({ ctx, input }) => reportNotMe(ctx, input, ctx.caller)),
  sessions: accountProcedure.meta({ who: 'logged_in' }).query(({ ctx }) => listSessions(ctx, ctx.known)),
  activity: accountProcedure.meta({ who: 'logged_in' }).query(({ ctx }) => listActivity(ctx, ctx.known)),
  endSession: accountProcedure
    .meta({ who: 'logged_in', example: { input: { sessionId: SESSION_ID } } })
    .input(endSessionInput)
    .mutation(async ({ ctx, input }) => {
      const remaining = await endOneSession(ctx, ctx.known, input.sessionId);
      if (input.sessionId === ctx.known.id) ctx.takeSession();
      return remaining;
    }),
  endOtherSessions: accountProcedure
    .meta({ who: 'logged_in' })
    .input(nothingInput)
    .mutation(({ ctx }) => endAllOtherSessions(ctx, ctx.known)),
  me: publicProcedure
    .meta({
      who: 'logged_in',
      rest: {
        path: 'GET /api/me',
        summary: 'Who is logged in, with subscription and pending payment',
        description:
          'Returns the account, its subscription, its points and a payment that is in progress, failed or expired. Poll it while a payment is pending.',
      },
      example: { data: me },
    })
    .output(answer(meAnswer))
    .query(({ ctx }) => getMe(ctx, ctx.secret)),
  refresh: publicProcedure
    .meta({
      who: 'logged_in',
      rest: {
        path: 'GET /api/refresh',
        summary: 'Extend the session, at most to 30 days after log-in',
        description:
          'Extends the session by one hour. Call it while the user is active. A prefetch and a page of another site extend nothing.',
      },
      example: { data: { expiresInMinutes: 60 } },
    })
    .output(answer(refreshAnswer))
    .query(async ({ ctx }) => {
      const left = ctx.isIntendedGet ? refreshSession : remainingMinutes;
      const expiresInMinutes = ctx.secret ? await left(ctx, ctx.secret) : null;
      if (expiresInMinutes === null) throw new AppError('NOT_LOGGED_IN');
      return { expiresInMinutes };
    }),
});
