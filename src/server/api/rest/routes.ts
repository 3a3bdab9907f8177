import { updateEmailInput, updateMessagesInput, updatePasswordInput } from '@/schemas/account';
import { meAnswer, refreshAnswer, updateEmailAnswer, updateMessagesAnswer } from '@/schemas/answers/account';
import { orderPageAnswer, skipAnswer } from '@/schemas/answers/orders';
import { nothingAnswer } from '@/schemas/answers/parts';
import {
  billingRunAnswer,
  cardExpiryAnswer,
  cardsAndChargeAnswer,
  cardsAnswer,
  convertCardAnswer,
  convertOfflineAnswer,
} from '@/schemas/answers/payments';
import { settingsAnswer } from '@/schemas/answers/site';
import {
  cancelAnswer,
  cancelReasonsAnswer,
  reactivateAnswer,
  subscriptionViewAnswer,
} from '@/schemas/answers/subscription';
import { logInInput, nothingInput } from '@/schemas/auth';
import { runBillingInput } from '@/schemas/billing';
import { addCardInput, deleteCardInput, updateCardInput } from '@/schemas/cards';
import { moveInput, skipInput } from '@/schemas/orders';
import { pageInput } from '@/schemas/paging';
import { convertCardInput, makeLinkInput } from '@/schemas/payments';
import { cancelInput, pauseInput, reactivateInput, resumeInput } from '@/schemas/subscription';
import { REGISTRATION_ROUTES } from './registration-routes';
import { REWARD_ROUTES } from './reward-routes';
import { row, type RestRoute } from './row';

const deleteCard = row({
  who: 'subscriber',
  summary: 'Remove a card',
  input: deleteCardInput,
  answer: cardsAnswer,
  refusals: ['CARD_NOT_FOUND', 'CARD_LAST', 'PAYMENT_PENDING', 'CARD_REMOVE_FAILED'],
  call: (api, input) => api.payments.deleteCard(input),
});

/** The errors of every path that may charge a card. */
const CARD_CHARGE_REFUSALS = [
  'CARD_DECLINED',
  'TOTAL_CHANGED',
  'PAYMENT_PENDING',
  'CHECKOUT_FAILED',
  'THROTTLED',
] as const;

/** The table of all REST paths. Each row calls one procedure and contains no logic. */
export const REST_ROUTES = {
  'POST /api/login': row({
    who: 'anyone',
    summary: 'Log in; the answer sets the session cookie',
    input: logInInput,
    answer: meAnswer,
    refusals: ['LOGIN_INCORRECT', 'LOGIN_FAILED', 'THROTTLED'],
    unkeyed: true,
    call: (api, input) => api.auth.logIn(input),
  }),
  'POST /api/logout': row({
    who: 'anyone',
    summary: 'Log out; without a session it changes nothing',
    input: nothingInput,
    answer: nothingAnswer,
    refusals: [],
    call: (api, input) => api.auth.logOut(input),
  }),
  'GET /api/me': row({
    who: 'logged_in',
    summary: 'Who is logged in, with subscription and pending payment',
    input: null,
    answer: meAnswer,
    refusals: [],
    call: (api) => api.auth.me(),
  }),
  'GET /api/refresh': row({
    who: 'logged_in',
    summary: 'Extend the session, at most to 30 days after log-in',
    input: null,
    answer: refreshAnswer,
    refusals: [],
    call: (api) => api.auth.refresh(),
  }),
  ...REGISTRATION_ROUTES,
  'POST /api/customers/add-card': row({
    who: 'subscriber',
    summary: 'Add a card; a payment that failed is tried again at once',
    input: addCardInput,
    answer: cardsAndChargeAnswer,
    refusals: ['CARD_DUPLICATE', ...CARD_CHARGE_REFUSALS],
    call: (api, input) => api.payments.addCard(input),
  }),
  'POST /api/customers/update-card': row({
    who: 'subscriber',
    summary: 'Make a card the default one, or correct what is printed on it',
    input: updateCardInput,
    answer: cardsAndChargeAnswer,
    refusals: ['CARD_NOT_FOUND', 'CARD_DEFAULT_FAILED', ...CARD_CHARGE_REFUSALS],
    call: (api, input) => api.payments.updateCard(input),
  }),
  'POST /api/customers/delete-card': deleteCard,
  'DELETE /api/customers/delete-card': deleteCard,
  'GET /api/customers/card-expiry-check': row({
    who: 'subscriber',
    summary: 'The cards, with the first payment that each will miss',
    input: null,
    answer: cardExpiryAnswer,
    refusals: [],
    call: (api) => api.payments.cardExpiryCheck(),
  }),
  'POST /api/customers/payment-methods/convert-card': row({
    who: 'subscriber',
    summary: 'Pay by card from now on; what is due is charged at once',
    input: convertCardInput,
    answer: convertCardAnswer,
    refusals: [
      'CARD_DECLINED',
      'CARD_NOT_FOUND',
      'TOTAL_CHANGED',
      'PAYMENT_PENDING',
      'STEP_MISSING',
      ['CODE_INVALID', 'conflict'],
      'CONVERT_FAILED',
      'THROTTLED',
    ],
    call: (api, input) => api.payments.convertToCard(input),
  }),
  'POST /api/customers/update-email': row({
    who: 'subscriber',
    summary: 'Ask for another e-mail; it takes effect when its link is opened',
    input: updateEmailInput,
    answer: updateEmailAnswer,
    refusals: ['EMAIL_TAKEN', 'PASSWORD_INCORRECT', 'PROOF_REQUIRED', 'UPDATE_FAILED', 'THROTTLED'],
    call: (api, input) => api.account.updateEmail(input),
  }),
  'POST /api/customers/update-password': row({
    who: 'subscriber',
    summary: 'Change the password; other sessions end',
    input: updatePasswordInput,
    answer: nothingAnswer,
    refusals: ['PASSWORD_INCORRECT', 'PROOF_REQUIRED', 'PASSWORDS_DIFFER', 'UPDATE_FAILED', 'THROTTLED'],
    call: (api, input) => api.account.updatePassword(input),
  }),
  'POST /api/customers/update-messages': row({
    who: 'subscriber',
    summary: 'Choose whether messages about points and offers are sent',
    input: updateMessagesInput,
    answer: updateMessagesAnswer,
    refusals: ['UPDATE_FAILED'],
    call: (api, input) => api.account.updateMessages(input),
  }),
  'POST /api/subscriptions/cancel': row({
    who: 'subscriber',
    summary: 'Cancel the subscription',
    input: cancelInput,
    answer: cancelAnswer,
    refusals: ['REASON_INVALID', 'ALREADY_CANCELLED', 'PAYMENT_PENDING', 'CANCEL_FAILED'],
    call: (api, input) => api.subscription.cancel(input),
  }),
  'POST /api/subscriptions/reactivate': row({
    who: 'subscriber',
    summary: 'Take up a cancelled or inactive subscription again, now or on a day',
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
    input: pauseInput,
    answer: subscriptionViewAnswer,
    refusals: ['DATE_OUT_OF_RANGE', 'NOT_ACTIVE', 'PAYMENT_PENDING', 'STALE', 'PAUSE_FAILED'],
    call: (api, input) => api.subscription.pause(input),
  }),
  'POST /api/subscriptions/resume': row({
    who: 'subscriber',
    summary: 'End a pause, or show what this would change',
    input: resumeInput,
    answer: subscriptionViewAnswer,
    refusals: ['NOT_ACTIVE', 'PAYMENT_PENDING', 'STALE', 'RESUME_FAILED'],
    call: (api, input) => api.subscription.resume(input),
  }),
  'POST /api/subscriptions/convert-offline': row({
    who: 'subscriber',
    summary: 'Pay by PromptPay or bank transfer from now on; what is due gets its link at once',
    input: makeLinkInput,
    answer: convertOfflineAnswer,
    refusals: ['TOTAL_CHANGED', 'PAYMENT_PENDING', 'CONVERT_FAILED'],
    call: (api, input) => api.payments.convertToOffline(input),
  }),
  'POST /api/orders/skip': row({
    who: 'subscriber',
    summary: 'Skip an upcoming order, or un-skip it',
    input: skipInput,
    answer: skipAnswer,
    refusals: ['SKIP_TOO_LATE', 'ORDER_NOT_UPCOMING', 'ORDER_NOT_FOUND', 'PAYMENT_PENDING'],
    call: (api, input) => api.orders.skip(input),
  }),
  'POST /api/orders/move': row({
    who: 'subscriber',
    summary: 'Move one upcoming order to another day, or show what this would change',
    input: moveInput,
    answer: subscriptionViewAnswer,
    refusals: [
      'ORDER_NOT_FOUND',
      'ORDER_NOT_UPCOMING',
      'MOVE_TOO_LATE',
      'DATE_OUT_OF_RANGE',
      'NOT_ACTIVE',
      'PAYMENT_PENDING',
      'STALE',
      'MOVE_FAILED',
    ],
    call: (api, input) => api.orders.move(input),
  }),
  ...REWARD_ROUTES,
  'POST /api/omise/schedule-payments': row({
    who: 'operator',
    summary: 'Do what is due in billing now',
    input: runBillingInput,
    answer: billingRunAnswer,
    refusals: ['DATE_OUT_OF_RANGE', 'BILLING_RUNNING'],
    call: (api, input) => api.billing.run(input),
  }),
  'GET /api/settings': row({
    who: 'anyone',
    summary: 'The public settings',
    input: null,
    answer: settingsAnswer,
    refusals: [],
    call: (api) => api.catalogue.settings(),
  }),
  'GET /subscription/cancel-reasons': row({
    who: 'anyone',
    summary: 'Why somebody may leave',
    input: null,
    answer: cancelReasonsAnswer,
    refusals: [],
    call: (api) => api.subscription.cancelReasons(),
  }),
  'GET /mycloud/orders': row({
    who: 'subscriber',
    summary: 'Own orders with where their parcels are, ten a page',
    input: pageInput,
    answer: orderPageAnswer,
    refusals: [],
    call: (api, input) => api.orders.shipments(input),
  }),
};

const ROWS: Record<string, RestRoute> = REST_ROUTES;

/** Returns the row of a method and path; undefined if the table has no such row. */
export function findRow(method: string, path: string): RestRoute | undefined {
  return ROWS[`${method} ${path}`];
}

/** Returns all rows of the table with their methods and paths. */
export function listRows(): { method: string; path: string; route: RestRoute }[] {
  return Object.entries(ROWS).map(([key, route]) => {
    const [method = '', path = ''] = key.split(' ');
    return { method, path, route };
  });
}

/** Returns the methods of a path for the header `Allow`; empty for an unknown path. */
export function methodsOf(path: string): string[] {
  return listRows().flatMap((one) => (one.path === path ? [one.method] : []));
}
