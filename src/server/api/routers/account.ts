import { loginMethodsAnswer } from '@/schemas/answers/log-in';
import { subscriptionViewAnswer } from '@/schemas/answers/subscription';
import { SHOWN_TOTAL } from './arguments';
import {
  calendarFeedAnswer,
  newCalendarFeedAnswer,
  updateDetailsAnswer,
  updateEmailAnswer,
  updateMessagesAnswer,
} from '@/schemas/answers/account';
import { nothingAnswer } from '@/schemas/answers/parts';
import { answer } from '../call';
import { nothingInput } from '@/schemas/auth';
import {
  confirmEmailChangeInput,
  deleteAccountInput,
  proofInput,
  unsubscribeInput,
  updateAddressInput,
  updateDetailsInput,
  updateEmailInput,
  updateMessagesInput,
  updatePasswordInput,
} from '@/schemas/account';
import { updateAddress } from '../../subscriber/plan/plan-commands';
import { getConsents } from '../../lifecycle/consents';
import {
  getCalendarFeed,
  turnOffCalendarFeed,
  turnOnCalendarFeed,
} from '../../subscriber/account/calendar-feed';
import { deleteAccount } from '../../subscriber/account/deletion';
import { updateDetails } from '../../subscriber/account/details';
import { confirmEmailChange, updateEmail } from '../../subscriber/account/email-change';
import { collectMyData } from '../../subscriber/account/my-data';
import { unsubscribe, updateMessages } from '../../subscriber/account/optional-messages';
import { updatePassword } from '../../subscriber/account/password-change';
import { getProfile } from '../../subscriber/account/profile';
import { getHome } from '../../subscriber/account/queries';
import { resendVerification } from '../../subscriber/account/verification';
import { getLoginMethods, unlinkLine } from '../../login/login-methods';
import { accountProcedure, accountProcedureNamed, publicProcedure, router } from '../trpc';
import { renewAfter } from './renew-after';
import { LINK_TOKEN, NEW_PASSWORD, delivery } from './examples';

export const accountRouter = router({
  home: publicProcedure.meta({ who: 'logged_in' }).query(({ ctx }) => getHome(ctx, ctx.secret)),
  profile: accountProcedure.meta({ who: 'logged_in' }).query(({ ctx }) => getProfile(ctx, ctx.accountId)),
  updateDetails: accountProcedureNamed('UPDATE_FAILED', 'details')
    .meta({
      who: 'subscriber',
      graphql: {
        mutation: 'updateDetails',
        description: 'Only what is given changes; a null age group forgets it.',
        nullable: ['ageGroup'],
      },
      example: { input: { firstName: 'Mali' } },
    })
    .input(updateDetailsInput)
    .output(answer(updateDetailsAnswer))
    .mutation(({ ctx, input }) => updateDetails(ctx, ctx.accountId, input)),
  updateMessages: accountProcedureNamed('UPDATE_FAILED', 'details')
    .meta({
      who: 'subscriber',
      rest: {
        path: 'POST /api/customers/update-messages',
        summary: 'Choose whether messages about points and offers are sent',
        description:
          'Stops or restarts the messages that the contract does not require. All others are still sent.',
      },
      graphql: {
        mutation: 'updateMessages',
        description: 'Chooses whether messages about points and offers are sent.',
      },
      example: {
        input: { optionalMessages: false },
        data: { optionalMessages: false },
      },
    })
    .input(updateMessagesInput)
    .output(answer(updateMessagesAnswer))
    .mutation(({ ctx, input }) => updateMessages(ctx, ctx.accountId, input)),
  unsubscribe: publicProcedure
    .meta({ who: 'anyone', example: { input: { token: LINK_TOKEN } } })
    .input(unsubscribeInput)
    .mutation(({ ctx, input }) => unsubscribe(ctx, input.token)),
  updateAddress: accountProcedureNamed('UPDATE_FAILED', 'address')
    .meta({
      who: 'subscriber',
      graphql: { mutation: 'updateAddress', args: { expectedTotal: SHOWN_TOTAL } },
      example: { input: delivery },
    })
    .input(updateAddressInput)
    .output(answer(subscriptionViewAnswer))
    .mutation(({ ctx, input }) => updateAddress(ctx, ctx.accountId, input)),
  updateEmail: accountProcedureNamed('UPDATE_FAILED', 'email')
    .meta({
      who: 'subscriber',
      rest: {
        path: 'POST /api/customers/update-email',
        summary: 'Ask for another e-mail; it takes effect when its link is opened',
        description:
          'Mails a confirmation link to the new address and requires the password or a fresh log-in.',
      },
      graphql: { mutation: 'updateEmail' },
      refusals: ['EMAIL_TAKEN', 'PASSWORD_INCORRECT', 'PROOF_REQUIRED', 'THROTTLED'],
      example: {
        input: { email: 'mali.suk@example.test', password: 'correct horse' },
        data: { email: 'mali.suk@example.test', verificationSent: true },
      },
    })
    .input(updateEmailInput)
    .output(answer(updateEmailAnswer))
    .mutation(({ ctx, input }) => renewAfter(ctx, input, updateEmail(ctx, ctx.known, input, ctx.caller))),
  confirmEmailChange: publicProcedure
    .meta({ who: 'anyone', example: { input: { token: LINK_TOKEN } } })
    .input(confirmEmailChangeInput)
    .mutation(({ ctx, input }) => confirmEmailChange(ctx, input.token, ctx.secret)),
  updatePassword: accountProcedureNamed('UPDATE_FAILED', 'password')
    .meta({
      who: 'subscriber',
      rest: {
        path: 'POST /api/customers/update-password',
        summary: 'Change the password; other sessions end',
        description: 'Sets a new password after the current one was given, or after a fresh log-in.',
      },
      graphql: { mutation: 'updatePassword', type: 'Boolean' },
      refusals: ['PASSWORD_INCORRECT', 'PROOF_REQUIRED', 'PASSWORDS_DIFFER', 'THROTTLED'],
      example: {
        input: {
          currentPassword: 'correct horse',
          ...NEW_PASSWORD,
        },
        data: {},
      },
    })
    .input(updatePasswordInput)
    .output(answer(nothingAnswer))
    .mutation(async ({ ctx, input }) => {
      const done = await updatePassword(ctx, ctx.known, input);
      await ctx.renewSession();
      return done;
    }),
  consents: accountProcedure.meta({ who: 'logged_in' }).query(({ ctx }) => getConsents(ctx, ctx.accountId)),
  calendarFeed: accountProcedure
    .meta({ who: 'subscriber' })
    .output(answer(calendarFeedAnswer))
    .query(({ ctx }) => getCalendarFeed(ctx, ctx.accountId)),
  turnOnCalendarFeed: accountProcedureNamed('UPDATE_FAILED')
    .meta({ who: 'subscriber' })
    .input(nothingInput)
    .output(answer(newCalendarFeedAnswer))
    .mutation(({ ctx }) => turnOnCalendarFeed(ctx, ctx.known)),
  turnOffCalendarFeed: accountProcedureNamed('UPDATE_FAILED')
    .meta({ who: 'subscriber' })
    .input(nothingInput)
    .output(answer(calendarFeedAnswer))
    .mutation(({ ctx }) => turnOffCalendarFeed(ctx, ctx.accountId)),
  loginMethods: accountProcedure
    .meta({ who: 'logged_in' })
    .query(({ ctx }) => getLoginMethods(ctx, ctx.known)),
  unlinkLine: accountProcedureNamed('LINE_FAILED')
    .meta({
      who: 'subscriber',
      graphql: {
        mutation: 'unlinkLine',
        description:
          'Takes LINE off the account, as long as another way in remains. Calling it again changes nothing.',
      },
    })
    .input(proofInput)
    .output(answer(loginMethodsAnswer))
    .mutation(({ ctx, input }) => renewAfter(ctx, input, unlinkLine(ctx, ctx.known, input))),
  resendVerification: accountProcedureNamed('UPDATE_FAILED', 'email')
    .meta({ who: 'logged_in' })
    .input(nothingInput)
    .mutation(({ ctx }) => resendVerification(ctx, ctx.accountId, ctx.caller)),
  myData: accountProcedure
    .meta({
      who: 'subscriber',
      graphql: {
        mutation: 'downloadMyData',
        type: 'JSON',
        description: 'Everything we keep about the person.',
        unkept: true,
      },
    })
    .input(proofInput)
    .mutation(({ ctx, input }) => renewAfter(ctx, input, collectMyData(ctx, ctx.known, input))),
  delete: accountProcedure
    .meta({
      who: 'subscriber',
      graphql: { mutation: 'deleteAccount', type: 'Boolean' },
      example: { input: {} },
    })
    .input(deleteAccountInput)
    .mutation(async ({ ctx, input }) => {
      await deleteAccount(ctx, ctx.known, input);
      ctx.takeSession();
      return {};
    }),
});
