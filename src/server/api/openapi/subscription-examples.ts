import type { SUBSCRIPTION_ROUTES } from '../rest/subscription-routes';
import { PAYMENT_URL, skipped, subscription, upcoming, yearAhead } from './example-parts';
import type { ExamplesOf } from './examples-of';

/** Examples of the subscription. */
export const SUBSCRIPTION_EXAMPLES: ExamplesOf<typeof SUBSCRIPTION_ROUTES> = {
  'POST /api/subscriptions/cancel': {
    input: { reason: 'buyWhenNeed', comment: 'I still have some.' },
    data: { subscription: { ...subscription, status: 'cancelled' } },
  },
  'POST /api/subscriptions/cancel-offer': {
    input: { reason: 'buyWhenNeed' },
    data: { offer: { kind: 'frequency', months: null, frequency: 2, group: 'need' } },
  },
  'POST /api/subscriptions/reactivate': {
    input: { when: '2026-12-05', frequency: 2, expectedTotal: 37_525 },
    data: {
      subscription: { ...subscription, frequency: 2 },
      dates: ['2026-12-05', '2027-01-31', '2027-03-31'],
      charge: null,
      pendingPayment: null,
    },
  },
  'POST /api/subscriptions/pause': {
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
  'POST /api/subscriptions/resume': {
    input: { preview: true },
    data: { subscription, upcomingOrders: [...upcoming], yearAhead },
  },
  'GET /api/subscriptions/year-ahead': { data: { orders: yearAhead } },
  'POST /api/subscriptions/convert-offline': {
    input: {},
    data: {
      paymentMethod: 'offline',
      pendingPayment: {
        orderId: 'ord_01k9f5x0d2e8r',
        method: 'offline',
        status: 'pending',
        reason: null,
        amount: 37_525,
        paymentUrl: PAYMENT_URL,
        expiresAt: '2027-01-03T17:00:00.000Z',
        authorizeUri: null,
        nextTryOn: null,
        cardNeededBy: null,
        nextCardPays: false,
      },
    },
  },
  'GET /subscription/cancel-reasons': {
    data: {
      reasons: [
        { code: 'buyWhenNeed', label: { en: 'I prefer to buy when I need it', th: 'อยากซื้อเองเวลาที่ต้องใช้' } },
      ],
    },
  },
};
