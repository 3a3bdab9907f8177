import { convertOfflineAnswer } from '@/schemas/answers/payments';
import {
  cancelAnswer,
  cancelOfferAnswer,
  cancelReasonsAnswer,
  reactivateAnswer,
  subscriptionViewAnswer,
  yearAheadAnswer,
} from '@/schemas/answers/subscription';
import { makeLinkInput } from '@/schemas/payments';
import {
  cancelInput,
  cancelOfferInput,
  pauseInput,
  reactivateInput,
  resumeInput,
} from '@/schemas/subscription';
import { row } from './row';

/** The REST paths of the subscription. */
export const SUBSCRIPTION_ROUTES = {
  'POST /api/subscriptions/cancel': row({
    who: 'subscriber',
    summary: 'Cancel the subscription',
    description:
      'Cancels the subscription with one of the reasons of `/subscription/cancel-reasons`. Upcoming orders are void.',
    input: cancelInput,
    answer: cancelAnswer,
    refusals: ['REASON_INVALID', 'ALREADY_CANCELLED', 'PAYMENT_PENDING', 'CANCEL_FAILED'],
    call: (api, input) => api.subscription.cancel(input),
  }),
  'POST /api/subscriptions/cancel-offer': row({
    who: 'subscriber',
    summary: 'Get the offer that fits a cancellation reason',
    description:
      'Returns a pause or another frequency that fits the reason, at most once in 100 days and never for a health-related reason. A cancellation does not need it.',
    input: cancelOfferInput,
    answer: cancelOfferAnswer,
    refusals: ['REASON_INVALID', 'CANCEL_FAILED'],
    call: (api, input) => api.subscription.cancelOffer(input),
  }),
  'POST /api/subscriptions/reactivate': row({
    who: 'subscriber',
    summary: 'Take up a cancelled or inactive subscription again, now or on a day',
    description:
      'Restarts the subscription. With `now` the default card is charged today, or a payment link is created. With a day the first order is planned for that day.',
    input: reactivateInput,
    answer: reactivateAnswer,
    refusals: [
      'NOT_REACTIVATABLE',
      'REFUNDED_TODAY',
      'DATE_OUT_OF_RANGE',
      'CARD_NOT_FOUND',
      'CARD_DECLINED',
      'TOTAL_CHANGED',
      'PAYMENT_PENDING',
      'CHECKOUT_FAILED',
      'REACTIVATE_FAILED',
      'THROTTLED',
    ],
    call: (api, input) => api.subscription.reactivate(input),
  }),
  'POST /api/subscriptions/pause': row({
    who: 'subscriber',
    summary: 'Pause the subscription until a day, or show what this would change',
    description: 'Skips every order before the day. With `preview` nothing is written.',
    input: pauseInput,
    answer: subscriptionViewAnswer,
    refusals: [
      'DATE_OUT_OF_RANGE',
      'NOT_ACTIVE',
      'PAYMENT_PENDING',
      'STALE',
      'TOTAL_CHANGED',
      'PAUSE_FAILED',
    ],
    call: (api, input) => api.subscription.pause(input),
  }),
  'POST /api/subscriptions/resume': row({
    who: 'subscriber',
    summary: 'End a pause, or show what this would change',
    description: 'Makes the orders of a pause upcoming again. With `preview` nothing is written.',
    input: resumeInput,
    answer: subscriptionViewAnswer,
    refusals: ['NOT_ACTIVE', 'PAYMENT_PENDING', 'STALE', 'TOTAL_CHANGED', 'RESUME_FAILED'],
    call: (api, input) => api.subscription.resume(input),
  }),
  'GET /api/subscriptions/year-ahead': row({
    who: 'logged_in',
    summary: 'List the orders of the next twelve months',
    description:
      'Returns date, state and total of every order of the next twelve months, planned as billing will plan them if nothing changes. Empty if the subscription is not active. The preview of a change returns the same list after the change.',
    input: null,
    answer: yearAheadAnswer,
    refusals: [],
    call: (api) => api.subscription.yearAhead(),
  }),
  'POST /api/subscriptions/convert-offline': row({
    who: 'subscriber',
    summary: 'Pay by PromptPay or bank transfer from now on; what is due gets its link at once',
    description:
      'Changes a card subscription to PromptPay or bank transfer. A failed payment gets a payment link.',
    input: makeLinkInput,
    answer: convertOfflineAnswer,
    refusals: ['TOTAL_CHANGED', 'PAYMENT_PENDING', 'CONVERT_FAILED'],
    call: (api, input) => api.payments.convertToOffline(input),
  }),
  'GET /subscription/cancel-reasons': row({
    who: 'anyone',
    isPublic: true,
    summary: 'Why somebody may leave',
    description:
      'Returns the codes that `/api/subscriptions/cancel` accepts, with labels in English and Thai.',
    input: null,
    answer: cancelReasonsAnswer,
    refusals: [],
    call: (api) => api.subscription.cancelReasons(),
  }),
};
