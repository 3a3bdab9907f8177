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
    input: registrationStartInput,
    answer: registrationStartAnswer,
    refusals: ['EMAIL_TAKEN', 'LINE_TAKEN', 'BOX_INVALID', 'PAYMENT_PENDING', 'REGISTER_FAILED', 'THROTTLED'],
    beginsSession: true,
    call: (api, input) => api.registration.start(input),
  }),
  'POST /api/register/email-auth': row({
    who: 'anyone',
    summary: 'Correct how a registering person logs in, or confirm an e-mail with its token',
    input: emailAuthInput,
    answer: emailAuthAnswer,
    refusals: ['NOT_LOGGED_IN', 'NOT_ALLOWED', 'EMAIL_TAKEN', 'TOKEN_EXPIRED', 'THROTTLED'],
    call: (api, input) => api.registration.confirmEmail(input),
  }),
  'POST /api/register/delivery': row({
    who: 'registering',
    summary: 'Say where the boxes go',
    input: deliveryInput,
    answer: deliveryAnswer,
    refusals: ['POSTCODE_INVALID', 'PROVINCE_MISMATCH', 'PAYMENT_PENDING'],
    call: (api, input) => api.registration.setDelivery(input),
  }),
  'POST /api/register/payment/card': row({
    who: 'registering',
    summary: 'Pay for the first order by card',
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
    input: makeLinkInput,
    answer: offlinePaymentAnswer,
    refusals: [
      'OFFLINE_DISABLED',
      'STEP_MISSING',
      'TOTAL_CHANGED',
      'PAYMENT_PENDING',
      ['CODE_INVALID', 'conflict'],
      'CHECKOUT_FAILED',
    ],
    call: (api, input) => api.registration.payOffline(input),
  }),
};
