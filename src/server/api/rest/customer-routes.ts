import { updateEmailInput, updateMessagesInput, updatePasswordInput } from '@/schemas/account';
import { updateEmailAnswer, updateMessagesAnswer } from '@/schemas/answers/account';
import { nothingAnswer } from '@/schemas/answers/parts';
import {
  cardExpiryAnswer,
  cardsAndChargeAnswer,
  cardsAnswer,
  convertCardAnswer,
} from '@/schemas/answers/payments';
import { addCardInput, deleteCardInput, updateCardInput } from '@/schemas/cards';
import { convertCardInput } from '@/schemas/payments';
import { row } from './row';

const deleteCard = row({
  who: 'subscriber',
  summary: 'Remove a card',
  description: 'Removes a saved card. The only card of a card subscription cannot be removed.',
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

/** The REST paths of cards, of the payment method and of the log-in data. */
export const CUSTOMER_ROUTES = {
  'POST /api/customers/add-card': row({
    who: 'subscriber',
    summary: 'Add a card; a payment that failed is tried again at once',
    description:
      'Saves the card of a token. If a payment has failed, the card is charged at once and `charge` has the outcome.',
    input: addCardInput,
    answer: cardsAndChargeAnswer,
    refusals: ['CARD_DUPLICATE', ...CARD_CHARGE_REFUSALS],
    call: (api, input) => api.payments.addCard(input),
  }),
  'POST /api/customers/update-card': row({
    who: 'subscriber',
    summary: 'Make a card the default one, or correct what is printed on it',
    description:
      'Makes a saved card the default one, or changes its name or expiry. A failed payment is then charged again.',
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
    description:
      'Returns the saved cards. `missedPayment` is the first payment date after the expiry of a card.',
    input: null,
    answer: cardExpiryAnswer,
    refusals: [],
    call: (api) => api.payments.cardExpiryCheck(),
  }),
  'POST /api/customers/payment-methods/convert-card': row({
    who: 'subscriber',
    summary: 'Pay by card from now on; what is due is charged at once',
    description:
      'Changes an offline subscription to card payments, with the token of a new card or the id of a saved one.',
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
    description: 'Mails a confirmation link to the new address and requires the password or a fresh log-in.',
    input: updateEmailInput,
    answer: updateEmailAnswer,
    refusals: ['EMAIL_TAKEN', 'PASSWORD_INCORRECT', 'PROOF_REQUIRED', 'UPDATE_FAILED', 'THROTTLED'],
    call: (api, input) => api.account.updateEmail(input),
  }),
  'POST /api/customers/update-password': row({
    who: 'subscriber',
    summary: 'Change the password; other sessions end',
    description: 'Sets a new password after the current one was given, or after a fresh log-in.',
    input: updatePasswordInput,
    answer: nothingAnswer,
    refusals: ['PASSWORD_INCORRECT', 'PROOF_REQUIRED', 'PASSWORDS_DIFFER', 'UPDATE_FAILED', 'THROTTLED'],
    call: (api, input) => api.account.updatePassword(input),
  }),
  'POST /api/customers/update-messages': row({
    who: 'subscriber',
    summary: 'Choose whether messages about points and offers are sent',
    description:
      'Stops or restarts the messages that the contract does not require. All others are still sent.',
    input: updateMessagesInput,
    answer: updateMessagesAnswer,
    refusals: ['UPDATE_FAILED'],
    call: (api, input) => api.account.updateMessages(input),
  }),
};
