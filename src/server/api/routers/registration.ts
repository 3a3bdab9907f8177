import { deliveryAnswer, emailAuthAnswer, registrationStartAnswer } from '@/schemas/answers/account';
import { firstPaymentAnswer, offlinePaymentAnswer } from '@/schemas/answers/payments';
import { answer } from '../call';
import { makeLinkInput } from '@/schemas/payments';
import {
  deliveryInput,
  emailAuthInput,
  payByCardInput,
  registrationStartInput,
} from '@/schemas/registration';
import { AppError } from '@/domain/errors';
import { setDelivery } from '../../subscriber/account/delivery';
import { settleAndGetRegistration } from '../../subscriber/account/queries';
import { startRegistration } from '../../subscriber/account/registration';
import { findLineRegistration } from '../../login/line-registration';
import { confirmEmail, correctLogIn } from '../../subscriber/account/verification';
import { payFirstOrder } from '../../money/checkout/first-payment';
import { payFirstOffline } from '../../money/checkout/first-payment-offline';
import { accountProcedure, accountProcedureNamed, procedureNamed, publicProcedure, router } from '../trpc';
import { CARD_TOKEN, PAYMENT_URL, dates, delivery, items, totals, upcoming } from './examples';

export const registrationRouter = router({
  start: procedureNamed('REGISTER_FAILED')
    .meta({
      who: 'not_subscribed',
      rest: {
        path: 'POST /api/register',
        beginsSession: true,
        summary: 'Begin a registration, or change the unfinished one of this session',
        description:
          'Stores plan, details and log-in method, and starts a session. A repeat with the session changes the same registration until it is paid.',
      },
      refusals: ['EMAIL_TAKEN', 'LINE_TAKEN', 'BOX_INVALID', 'PAYMENT_PENDING', 'THROTTLED'],
      example: {
        input: {
          plan: { frequency: 1, paymentDay: 31, items },
          details: { firstName: 'Mali', lastName: 'Suk', phone: '0812345678', ageGroup: '25-34' },
          email: 'mali@example.test',
          password: 'correct horse',
          locale: 'th',
          consent: true,
        },
        data: {
          registrationId: 'reg_01k9f5x0d2e8r',
          totals: { ...totals, deliveryFee: null, total: 33_525 },
          dates,
          codeError: null,
        },
      },
    })
    .input(registrationStartInput)
    .output(answer(registrationStartAnswer))
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
  confirmEmail: publicProcedure
    .meta({
      who: 'anyone',
      rest: {
        path: 'POST /api/register/email-auth',
        usesSession: true,
        summary: 'Correct how a registering person logs in, or confirm an e-mail with its token',
        description:
          'With a session of a registration in progress it changes e-mail or password. With a token from a mail it confirms the e-mail, also without a session.',
      },
      refusals: ['NOT_LOGGED_IN', 'NOT_ALLOWED', 'EMAIL_TAKEN', 'TOKEN_EXPIRED', 'THROTTLED'],
      example: {
        input: { email: 'mali@example.test', password: 'correct horse' },
        data: { emailVerified: false },
      },
    })
    .input(emailAuthInput)
    .output(answer(emailAuthAnswer))
    .mutation(async ({ ctx, input }) => {
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
    .meta({
      who: 'registering',
      rest: {
        path: 'POST /api/register/delivery',
        summary: 'Say where the boxes go',
        description: 'Stores the delivery address and returns the totals with the delivery fee.',
      },
      refusals: ['POSTCODE_INVALID', 'PROVINCE_MISMATCH', 'PAYMENT_PENDING'],
      example: {
        input: delivery,
        data: { deliveryFee: 4_000, totals: { ...totals, deliveryFee: 4_000, total: 37_525 }, dates },
      },
    })
    .input(deliveryInput)
    .output(answer(deliveryAnswer))
    .mutation(({ ctx, input }) => setDelivery(ctx, ctx.accountId, input)),
  payByCard: accountProcedureNamed('CHECKOUT_FAILED')
    .meta({
      who: 'registering',
      rest: {
        path: 'POST /api/register/payment/card',
        summary: 'Pay for the first order by card',
        description:
          'Charges the card of a token of the vault. `expectedTotal` is the total that the subscriber has seen. A repeated call returns the outcome and charges nothing.',
      },
      refusals: [
        'CARD_DECLINED',
        'STEP_MISSING',
        'TOTAL_CHANGED',
        'PAYMENT_PENDING',
        ['CODE_INVALID', 'conflict'],
        'CHECKOUT_FAILED',
        'THROTTLED',
      ],
      example: {
        input: { cardToken: CARD_TOKEN, expectedTotal: 37_525 },
        data: {
          outcome: 'paid',
          subscriptionStatus: 'active',
          orderId: upcoming[0].orderId,
          orderNumber: upcoming[0].orderNumber,
          receiveBy: '2026-11-25',
        },
      },
    })
    .input(payByCardInput)
    .output(answer(firstPaymentAnswer))
    .mutation(({ ctx, input }) => payFirstOrder(ctx, ctx.accountId, input.cardToken, input.expectedTotal)),
  payOffline: accountProcedureNamed('CHECKOUT_FAILED')
    .meta({
      who: 'registering',
      rest: {
        path: 'POST /api/register/payment/offline',
        summary: 'Pay for the first order by PromptPay or bank transfer',
        description: 'Creates the payment link of the first order, with bank details for a transfer.',
      },
      refusals: [
        'OFFLINE_DISABLED',
        'STEP_MISSING',
        'TOTAL_CHANGED',
        'PAYMENT_PENDING',
        ['CODE_INVALID', 'conflict'],
        'THROTTLED',
        'CHECKOUT_FAILED',
      ],
      example: {
        input: { expectedTotal: 37_525 },
        data: {
          status: 'pending',
          orderId: 'ord_01k9f5x0d2e8r',
          orderNumber: 10_243,
          amount: 37_525,
          paymentUrl: PAYMENT_URL,
          expiresAt: '2026-11-27T17:00:00.000Z',
          bankDetails: {
            accountName: 'SANDBOX ira (not a real account)',
            bank: 'Sandbox Bank',
            accountNumber: '000-0-00000-0',
            reference: 'K7MQ2XP4',
          },
        },
      },
    })
    .input(makeLinkInput)
    .output(answer(offlinePaymentAnswer))
    .mutation(({ ctx, input }) => payFirstOffline(ctx, ctx.accountId, input?.expectedTotal)),
  lineProfile: publicProcedure.meta({ who: 'anyone' }).query(async ({ ctx }) => {
    const found = await findLineRegistration(ctx, ctx.cookie('line-registration'));
    return found && { displayName: found.displayName, email: found.email };
  }),
  current: publicProcedure.meta({ who: 'anyone' }).query(async ({ ctx }) => {
    const session = await ctx.session();
    return session ? settleAndGetRegistration(ctx, session.accountId) : null;
  }),
});
