import { deliveryInput, emailAuthInput, payByCardInput, registrationStartInput } from '@/schemas/registration';
import { AppError } from '@/domain/errors';
import { setDelivery } from '../../account/delivery';
import { getRegistration } from '../../account/queries';
import { startRegistration } from '../../account/registration';
import { confirmEmail, correctLogIn } from '../../account/verification';
import { sessionCookie } from '../../auth/lucia';
import { payFirstOrder } from '../../payments/first-payment';
import { accountProcedure, publicProcedure, router } from '../trpc';

export const registrationRouter = router({
  start: publicProcedure.input(registrationStartInput).mutation(async ({ ctx, input }) => {
    const session = await ctx.session();
    const { secret, answer } = await startRegistration(ctx, session?.accountId ?? null, input, ctx.caller);
    if (secret) ctx.headers.append('set-cookie', sessionCookie(ctx.db, secret));
    return answer;
  }),
  confirmEmail: publicProcedure.input(emailAuthInput).mutation(async ({ ctx, input }) => {
    if ('token' in input) return confirmEmail(ctx, input.token);
    const session = await ctx.session();
    if (!session) throw new AppError('NOT_LOGGED_IN');
    return correctLogIn(ctx, session.accountId, input);
  }),
  setDelivery: accountProcedure.input(deliveryInput).mutation(({ ctx, input }) => setDelivery(ctx, ctx.accountId, input)),
  payByCard: accountProcedure.input(payByCardInput).mutation(({ ctx, input }) => payFirstOrder(ctx, ctx.accountId, input.cardToken)),
  current: publicProcedure.query(async ({ ctx }) => {
    const session = await ctx.session();
    return session ? getRegistration(ctx, session.accountId) : null;
  }),
});
