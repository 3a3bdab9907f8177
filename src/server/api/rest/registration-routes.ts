import { deliveryAnswer, emailAuthAnswer, registrationStartAnswer } from '@/schemas/answers/account';
import { firstPaymentAnswer, offlinePaymentAnswer } from '@/schemas/answers/payments';
import { makeLinkInput } from '@/schemas/payments';
import {
  deliveryInput,
  emailAuthInput,
  payByCardInput,
  registrationStartInput,
} from '@/schemas/registration';
import { row } from './row';

/** The REST paths of a registration. */
export const REGISTRATION_ROUTES = {
  'POST /api/register': row({
    who: 'not_subscribed',
    summary: 'Begin a registration, or change the unfinished one of this session',
    description:
      'Stores plan, details and log-in method, and starts a session. A repeat with the session changes the same registration until it is paid.',
    input: registrationStartInput,
    answer: registrationStartAnswer,
    refusals: ['EMAIL_TAKEN', 'LINE_TAKEN', 'BOX_INVALID', 'PAYMENT_PENDING', 'REGISTER_FAILED', 'THROTTLED'],
    beginsSession: true,
    call: (api, input) => api.registration.start(input),
  }),
  'POST /api/register/email-auth': row({
    who: 'anyone',
    usesSession: true,
    summary: 'Correct how a registering person logs in, or confirm an e-mail with its token',
    description:
      'With a session of a registration in progress it changes e-mail or password. With a token from a mail it confirms the e-mail, also without a session.',
    input: emailAuthInput,
    answer: emailAuthAnswer,
    refusals: ['NOT_LOGGED_IN', 'NOT_ALLOWED', 'EMAIL_TAKEN', 'TOKEN_EXPIRED', 'THROTTLED'],
    call: (api, input) => api.registration.confirmEmail(input),
  }),
  'POST /api/register/delivery': row({
    who: 'registering',
    summary: 'Say where the boxes go',
    description: 'Stores the delivery address and returns the totals with the delivery fee.',
    input: deliveryInput,
    answer: deliveryAnswer,
    refusals: ['POSTCODE_INVALID', 'PROVINCE_MISMATCH', 'PAYMENT_PENDING'],
    call: (api, input) => api.registration.setDelivery(input),
  }),
  'POST /api/register/payment/card': row({
    who: 'registering',
    summary: 'Pay for the first order by card',
    description:
      'Charges the card of a token of the vault. `expectedTotal` is the total that the subscriber has seen. A repeated call returns the outcome and charges nothing.',
    input: payByCardInput,
    answer: firstPaymentAnswer,
    refusals: [
      'CARD_DECLINED',
      'STEP_MISSING',
      'TOTAL_CHANGED',
      'PAYMENT_PENDING',
      ['CODE_INVALID', 'conflict'],
      'CHECKOUT_FAILED',
      'THROTTLED',
    ],
    call: (api, input) => api.registration.payByCard(input),
  }),
  'POST /api/register/payment/offline': row({
    who: 'registering',
    summary: 'Pay for the first order by PromptPay or bank transfer',
    description: 'Creates the payment link of the first order, with bank details for a transfer.',
    input: makeLinkInput,
    answer: offlinePaymentAnswer,
    refusals: [
      'OFFLINE_DISABLED',
      'STEP_MISSING',
      'TOTAL_CHANGED',
      'PAYMENT_PENDING',
      ['CODE_INVALID', 'conflict'],
      'THROTTLED',
      'CHECKOUT_FAILED',
    ],
    call: (api, input) => api.registration.payOffline(input),
  }),
};
