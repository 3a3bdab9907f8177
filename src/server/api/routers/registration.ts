import { makeLinkInput } from '@/schemas/payments';
import {
  deliveryInput,
  emailAuthInput,
  payByCardInput,
  registrationStartInput,
} from '@/schemas/registration';
import { AppError } from '@/domain/errors';
import { setDelivery } from '../../account/delivery';
import { settleAndGetRegistration } from '../../account/queries';
import { startRegistration } from '../../account/registration';
import { findLineRegistration } from '../../auth/line-registration';
import { confirmEmail, correctLogIn } from '../../account/verification';
import { payFirstOrder } from '../../checkout/first-payment';
import { payFirstOffline } from '../../checkout/first-payment-offline';
import { accountProcedure, asAccount, procedureNamed, publicProcedure, router } from '../trpc';

export const registrationRouter = router({
  start: procedureNamed('REGISTER_FAILED')
    .input(registrationStartInput)
    .mutation(async ({ ctx, input }) => {
      const session = await ctx.session();
      const lineSecret = ctx.cookie('line-registration');
      const { secret, withLine, answer } = await startRegistration(
        ctx,
        session,
        input,
        ctx.caller,
        lineSecret,
      );
      if (secret) await ctx.giveSession(secret);
      // Deletes the cookie if the user linked LINE or chose a password: no later call may link the profile.
      if (lineSecret !== null && (withLine || input.password !== undefined))
        ctx.giveCookie('line-registration', null);
      return answer;
    }),
  confirmEmail: publicProcedure.input(emailAuthInput).mutation(async ({ ctx, input }) => {
    if ('token' in input) {
      const confirmed = await confirmEmail(ctx, input.token);
      await ctx.keepDevice();
      return confirmed;
    }
    const session = await ctx.session();
    if (!session) throw new AppError('NOT_LOGGED_IN');
    return correctLogIn(ctx, session, input, ctx.caller);
  }),
  setDelivery: accountProcedure
    .input(deliveryInput)
    .mutation(({ ctx, input }) => setDelivery(ctx, ctx.accountId, input)),
  payByCard: procedureNamed('CHECKOUT_FAILED')
    .use(asAccount)
    .input(payByCardInput)
    .mutation(({ ctx, input }) => payFirstOrder(ctx, ctx.accountId, input.cardToken, input.expectedTotal)),
  payOffline: procedureNamed('CHECKOUT_FAILED')
    .use(asAccount)
    .input(makeLinkInput)
    .mutation(({ ctx, input }) => payFirstOffline(ctx, ctx.accountId, input?.expectedTotal)),
  lineProfile: publicProcedure.query(async ({ ctx }) => {
    const found = await findLineRegistration(ctx, ctx.cookie('line-registration'));
    return found && { displayName: found.displayName, email: found.email };
  }),
  current: publicProcedure.query(async ({ ctx }) => {
    const session = await ctx.session();
    return session ? settleAndGetRegistration(ctx, session.accountId) : null;
  }),
});
