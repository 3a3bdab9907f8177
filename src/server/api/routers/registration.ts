import {
  deliveryInput,
  emailAuthInput,
  payByCardInput,
  registrationStartInput,
} from '@/schemas/registration';
import { AppError } from '@/domain/errors';
import { setDelivery } from '../../account/delivery';
import { getRegistration } from '../../account/queries';
import { startRegistration } from '../../account/registration';
import { findLineRegistration } from '../../auth/line-registration';
import { confirmEmail, correctLogIn } from '../../account/verification';
import { payFirstOrder } from '../../payments/first-payment';
import { accountProcedure, asAccount, procedureNamed, publicProcedure, router } from '../trpc';

export const registrationRouter = router({
  start: procedureNamed('REGISTER_FAILED')
    .input(registrationStartInput)
    .mutation(async ({ ctx, input }) => {
      const { secret, answer } = await startRegistration(ctx, await ctx.session(), input, ctx.caller);
      if (secret) ctx.giveSession(secret);
      return answer;
    }),
  confirmEmail: publicProcedure.input(emailAuthInput).mutation(async ({ ctx, input }) => {
    if ('token' in input) return confirmEmail(ctx, input.token);
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
    .mutation(({ ctx, input }) => payFirstOrder(ctx, ctx.accountId, input.cardToken)),
  lineProfile: publicProcedure.query(async ({ ctx }) => {
    const found = await findLineRegistration(ctx, ctx.cookie('line-registration'));
    return found && { displayName: found.displayName, email: found.email };
  }),
  current: publicProcedure.query(async ({ ctx }) => {
    const session = await ctx.session();
    return session ? getRegistration(ctx, session.accountId) : null;
  }),
});
