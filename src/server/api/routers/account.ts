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
import { updateAddress } from '../../subscription/plan-commands';
import { getConsents } from '../../lifecycle/consents';
import { deleteAccount } from '../../account/deletion';
import { updateDetails } from '../../account/details';
import { confirmEmailChange, updateEmail } from '../../account/email-change';
import { collectMyData } from '../../account/my-data';
import { unsubscribe, updateMessages } from '../../account/optional-messages';
import { updatePassword } from '../../account/password-change';
import { getProfile } from '../../account/profile';
import { getHome } from '../../account/queries';
import { resendVerification } from '../../account/verification';
import { getLoginMethods, unlinkLine } from '../../auth/login-methods';
import { accountProcedure, asSession, procedureNamed, publicProcedure, router } from '../trpc';
import { renewAfter } from './renew-after';

export const accountRouter = router({
  home: publicProcedure.query(({ ctx }) => getHome(ctx, ctx.secret)),
  profile: accountProcedure.query(({ ctx }) => getProfile(ctx, ctx.accountId)),
  updateDetails: procedureNamed('UPDATE_FAILED', 'details')
    .use(asSession)
    .input(updateDetailsInput)
    .mutation(({ ctx, input }) => updateDetails(ctx, ctx.accountId, input)),
  updateMessages: procedureNamed('UPDATE_FAILED', 'details')
    .use(asSession)
    .input(updateMessagesInput)
    .mutation(({ ctx, input }) => updateMessages(ctx, ctx.accountId, input)),
  unsubscribe: publicProcedure
    .input(unsubscribeInput)
    .mutation(({ ctx, input }) => unsubscribe(ctx, input.token)),
  updateAddress: procedureNamed('UPDATE_FAILED', 'address')
    .use(asSession)
    .input(updateAddressInput)
    .mutation(({ ctx, input }) => updateAddress(ctx, ctx.accountId, input)),
  updateEmail: procedureNamed('UPDATE_FAILED', 'email')
    .use(asSession)
    .input(updateEmailInput)
    .mutation(({ ctx, input }) => renewAfter(ctx, input, updateEmail(ctx, ctx.known, input, ctx.caller))),
  confirmEmailChange: publicProcedure
    .input(confirmEmailChangeInput)
    .mutation(({ ctx, input }) => confirmEmailChange(ctx, input.token, ctx.secret)),
  updatePassword: procedureNamed('UPDATE_FAILED', 'password')
    .use(asSession)
    .input(updatePasswordInput)
    .mutation(async ({ ctx, input }) => {
      const done = await updatePassword(ctx, ctx.known, input);
      await ctx.renewSession();
      return done;
    }),
  consents: accountProcedure.query(({ ctx }) => getConsents(ctx, ctx.accountId)),
  loginMethods: publicProcedure.use(asSession).query(({ ctx }) => getLoginMethods(ctx, ctx.known)),
  unlinkLine: procedureNamed('LINE_FAILED')
    .use(asSession)
    .input(proofInput)
    .mutation(({ ctx, input }) => renewAfter(ctx, input, unlinkLine(ctx, ctx.known, input))),
  resendVerification: procedureNamed('UPDATE_FAILED', 'email')
    .use(asSession)
    .input(nothingInput)
    .mutation(({ ctx }) => resendVerification(ctx, ctx.accountId, ctx.caller)),
  myData: publicProcedure
    .use(asSession)
    .input(proofInput)
    .mutation(({ ctx, input }) => renewAfter(ctx, input, collectMyData(ctx, ctx.known, input))),
  delete: publicProcedure
    .use(asSession)
    .input(deleteAccountInput)
    .mutation(async ({ ctx, input }) => {
      await deleteAccount(ctx, ctx.known, input);
      ctx.takeSession();
      return {};
    }),
});
