import { CHANGE, EXPECTED_TOTAL } from './arguments';
import {
  cancelAnswer,
  cancelOfferAnswer,
  cancelReasonsAnswer,
  reactivateAnswer,
  subscriptionViewAnswer,
  yearAheadAnswer,
} from '@/schemas/answers/subscription';
import { answer } from '../call';
import {
  cancelInput,
  cancelOfferInput,
  changeBoxInput,
  changeFrequencyInput,
  changePaymentDayInput,
  pauseInput,
  reactivateInput,
  resumeInput,
} from '@/schemas/subscription';
import { cancelSubscription, listCancelReasons } from '../../subscriber/plan/cancel';
import { offerInsteadOfCancel } from '../../subscriber/plan/cancel-offer';
import {
  changeBox,
  changeFrequency,
  changePaymentDay,
  pauseSubscription,
  resumeSubscription,
} from '../../subscriber/plan/plan-commands';
import { reactivate } from '../../subscriber/plan/reactivate';
import { getReactivationOptions } from '../../subscriber/plan/reactivation-options';
import { getSubscriptionView, getYearAhead } from '../../subscriber/plan/queries';
import { accountProcedure, accountProcedureNamed, publicProcedure, router } from '../trpc';
import { items, skipped, subscription, upcoming, yearAhead } from './examples';

const OFFERED_FOR = 'The group of the cancel offer that this accepts.';

export const subscriptionRouter = router({
  current: accountProcedure
    .meta({ who: 'logged_in' })
    .query(({ ctx }) => getSubscriptionView(ctx, ctx.accountId)),
  yearAhead: accountProcedure
    .meta({
      who: 'logged_in',
      rest: {
        path: 'GET /api/subscriptions/year-ahead',
        summary: 'List the orders of the next twelve months',
        description:
          'Returns date, state and total of every order of the next twelve months, planned as billing will plan them if nothing changes. Empty if the subscription is not active. The preview of a change returns the same list after the change.',
      },
      example: { data: { orders: yearAhead } },
    })
    .output(answer(yearAheadAnswer))
    .query(({ ctx }) => getYearAhead(ctx, ctx.accountId)),
  changeBox: accountProcedureNamed('CHANGE_BOX_FAILED')
    .meta({
      who: 'subscriber',
      graphql: { mutation: 'changeBox', args: CHANGE },
      example: { input: { items } },
    })
    .input(changeBoxInput)
    .output(answer(subscriptionViewAnswer))
    .mutation(({ ctx, input }) => changeBox(ctx, ctx.accountId, input)),
  changeFrequency: accountProcedureNamed('CHANGE_FREQUENCY_FAILED')
    .meta({
      who: 'subscriber',
      graphql: {
        mutation: 'changeFrequency',
        args: {
          after: 'One of the upcoming payment dates.',
          paymentDay: 'The day of the month of the later orders, if it changes too.',
          offeredFor: OFFERED_FOR,
          ...CHANGE,
        },
      },
      example: { input: { frequency: 2, after: upcoming[0].paymentDate } },
    })
    .input(changeFrequencyInput)
    .output(answer(subscriptionViewAnswer))
    .mutation(({ ctx, input }) => changeFrequency(ctx, ctx.accountId, input)),
  changePaymentDay: accountProcedureNamed('CHANGE_PAYMENT_DAY_FAILED')
    .meta({
      who: 'subscriber',
      graphql: { mutation: 'changePaymentDay', args: CHANGE },
      example: { input: { paymentDay: 5 } },
    })
    .input(changePaymentDayInput)
    .output(answer(subscriptionViewAnswer))
    .mutation(({ ctx, input }) => changePaymentDay(ctx, ctx.accountId, input)),
  pause: accountProcedureNamed('PAUSE_FAILED')
    .meta({
      who: 'subscriber',
      rest: {
        path: 'POST /api/subscriptions/pause',
        summary: 'Pause the subscription until a day, or show what this would change',
        description: 'Skips every order before the day. With `preview` nothing is written.',
      },
      graphql: {
        mutation: 'pauseSubscription',
        args: { until: 'The first day after the pause.', offeredFor: OFFERED_FOR, ...CHANGE },
      },
      refusals: ['DATE_OUT_OF_RANGE', 'NOT_ACTIVE', 'PAYMENT_PENDING', 'STALE', 'TOTAL_CHANGED'],
      example: {
        input: { until: '2027-01-15' },
        data: {
          subscription: {
            ...subscription,
            version: 5,
            pause: { until: '2027-01-15', nextPaymentDate: '2027-01-31', receiveBy: '2027-02-05' },
          },
          upcomingOrders: [{ ...skipped, paused: true }, upcoming[1], upcoming[2]],
        },
      },
    })
    .input(pauseInput)
    .output(answer(subscriptionViewAnswer))
    .mutation(({ ctx, input }) => pauseSubscription(ctx, ctx.accountId, input)),
  resume: accountProcedureNamed('RESUME_FAILED')
    .meta({
      who: 'subscriber',
      rest: {
        path: 'POST /api/subscriptions/resume',
        summary: 'End a pause, or show what this would change',
        description: 'Makes the orders of a pause upcoming again. With `preview` nothing is written.',
      },
      graphql: { mutation: 'resumeSubscription', args: CHANGE },
      refusals: ['NOT_ACTIVE', 'PAYMENT_PENDING', 'STALE', 'TOTAL_CHANGED'],
      example: {
        input: { preview: true },
        data: { subscription, upcomingOrders: [...upcoming], yearAhead },
      },
    })
    .input(resumeInput)
    .output(answer(subscriptionViewAnswer))
    .mutation(({ ctx, input }) => resumeSubscription(ctx, ctx.accountId, input)),
  cancelReasons: publicProcedure
    .meta({
      who: 'anyone',
      rest: {
        path: 'GET /subscription/cancel-reasons',
        isPublic: true,
        summary: 'Why somebody may leave',
        description:
          'Returns the codes that `/api/subscriptions/cancel` accepts, with labels in English and Thai.',
      },
      example: {
        data: {
          reasons: [
            {
              code: 'buyWhenNeed',
              label: { en: 'I prefer to buy when I need it', th: 'อยากซื้อเองเวลาที่ต้องใช้' },
            },
          ],
        },
      },
    })
    .output(answer(cancelReasonsAnswer))
    .query(() => listCancelReasons()),
  cancelOffer: accountProcedureNamed('CANCEL_FAILED')
    .meta({
      who: 'subscriber',
      rest: {
        path: 'POST /api/subscriptions/cancel-offer',
        summary: 'Get the offer that fits a cancellation reason',
        description:
          'Returns a pause or another frequency that fits the reason, at most once in 100 days and never for a health-related reason. A cancellation does not need it.',
      },
      graphql: { mutation: 'cancelOffer' },
      refusals: ['REASON_INVALID'],
      example: {
        input: { reason: 'buyWhenNeed' },
        data: { offer: { kind: 'frequency', months: null, frequency: 2, group: 'need' } },
      },
    })
    .input(cancelOfferInput)
    .output(answer(cancelOfferAnswer))
    .mutation(({ ctx, input }) => offerInsteadOfCancel(ctx, ctx.accountId, input)),
  cancel: accountProcedureNamed('CANCEL_FAILED')
    .meta({
      who: 'subscriber',
      rest: {
        path: 'POST /api/subscriptions/cancel',
        summary: 'Cancel the subscription',
        description:
          'Cancels the subscription with one of the reasons of `/subscription/cancel-reasons`. Upcoming orders are void.',
      },
      graphql: { mutation: 'cancelSubscription' },
      refusals: ['REASON_INVALID', 'ALREADY_CANCELLED', 'PAYMENT_PENDING'],
      example: {
        input: { reason: 'buyWhenNeed', comment: 'I still have some.' },
        data: { subscription: { ...subscription, status: 'cancelled' } },
      },
    })
    .input(cancelInput)
    .output(answer(cancelAnswer))
    .mutation(({ ctx, input }) => cancelSubscription(ctx, ctx.accountId, input)),
  reactivation: accountProcedure
    .meta({ who: 'subscriber' })
    .query(({ ctx }) => getReactivationOptions(ctx, ctx.accountId)),
  reactivate: accountProcedureNamed('REACTIVATE_FAILED')
    .meta({
      who: 'subscriber',
      rest: {
        path: 'POST /api/subscriptions/reactivate',
        summary: 'Take up a cancelled or inactive subscription again, now or on a day',
        description:
          'Restarts the subscription. With `now` the default card is charged today, or a payment link is created. With a day the first order is planned for that day.',
      },
      graphql: {
        mutation: 'reactivateSubscription',
        args: { when: '"now" or a day.', expectedTotal: EXPECTED_TOTAL },
      },
      refusals: [
        'NOT_REACTIVATABLE',
        'REFUNDED_TODAY',
        'DATE_OUT_OF_RANGE',
        'CARD_NOT_FOUND',
        'CARD_DECLINED',
        'TOTAL_CHANGED',
        'PAYMENT_PENDING',
        'CHECKOUT_FAILED',
        'THROTTLED',
      ],
      example: {
        input: { when: '2026-12-05', frequency: 2, expectedTotal: 37_525 },
        data: {
          subscription: { ...subscription, frequency: 2 },
          dates: ['2026-12-05', '2027-01-31', '2027-03-31'],
          charge: null,
          pendingPayment: null,
        },
      },
    })
    .input(reactivateInput)
    .output(answer(reactivateAnswer))
    .mutation(({ ctx, input }) => reactivate(ctx, ctx.accountId, input)),
});
