import type { CUSTOMER_ROUTES } from '../rest/customer-routes';
import { card, CARD_TOKEN, deleteCard } from './example-parts';
import type { ExamplesOf } from './examples-of';

/** Examples of cards, of the payment method and of the log-in data. */
export const CUSTOMER_EXAMPLES: ExamplesOf<typeof CUSTOMER_ROUTES> = {
  'POST /api/customers/add-card': {
    input: { cardToken: CARD_TOKEN, makeDefault: true, expectedTotal: 0 },
    data: { cards: [card], charge: null },
  },
  'POST /api/customers/update-card': {
    input: { cardId: card.cardId, expiryMonth: 8, expiryYear: 2029 },
    data: { cards: [card], charge: null },
  },
  'POST /api/customers/delete-card': deleteCard,
  'DELETE /api/customers/delete-card': deleteCard,
  'GET /api/customers/card-expiry-check': {
    data: {
      cards: [
        { ...card, expiryMonth: 12, expiryYear: 2026, status: 'nearly_expired', missedPayment: '2027-01-31' },
      ],
    },
  },
  'POST /api/customers/payment-methods/convert-card': {
    input: { cardToken: CARD_TOKEN },
    data: { paymentMethod: 'card', charge: null, pendingPayment: null },
  },
  'POST /api/customers/update-email': {
    input: { email: 'mali.suk@example.test', password: 'correct horse' },
    data: { email: 'mali.suk@example.test', verificationSent: true },
  },
  'POST /api/customers/update-password': {
    input: {
      currentPassword: 'correct horse',
      password: 'battery staple',
      confirmPassword: 'battery staple',
    },
    data: {},
  },
  'POST /api/customers/update-messages': {
    input: { optionalMessages: false },
    data: { optionalMessages: false },
  },
};
