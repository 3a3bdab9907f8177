import type { REGISTRATION_ROUTES } from '../rest/registration-routes';
import { CARD_TOKEN, dates, delivery, items, PAYMENT_URL, totals, upcoming } from './example-parts';
import type { ExamplesOf } from './examples-of';

/** Examples of the registration. */
export const REGISTRATION_EXAMPLES: ExamplesOf<typeof REGISTRATION_ROUTES> = {
  'POST /api/register': {
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
  'POST /api/register/email-auth': {
    input: { email: 'mali@example.test', password: 'correct horse' },
    data: { emailVerified: false },
  },
  'POST /api/register/delivery': {
    input: delivery,
    data: { deliveryFee: 4_000, totals: { ...totals, deliveryFee: 4_000, total: 37_525 }, dates },
  },
  'POST /api/register/payment/card': {
    input: { cardToken: CARD_TOKEN, expectedTotal: 37_525 },
    data: {
      outcome: 'paid',
      subscriptionStatus: 'active',
      orderId: upcoming[0].orderId,
      receiveBy: '2026-11-25',
    },
  },
  'POST /api/register/payment/offline': {
    input: { expectedTotal: 37_525 },
    data: {
      status: 'pending',
      orderId: 'ord_01k9f5x0d2e8r',
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
};
