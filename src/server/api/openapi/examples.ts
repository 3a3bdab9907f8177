import type { z } from 'zod';
import type { REST_ROUTES } from '../rest/routes';
import {
  items,
  totals,
  subscription,
  me,
  upcoming,
  skipped,
  card,
  delivery,
  dates,
  PAYMENT_URL,
  CARD_TOKEN,
  deleteCard,
} from './example-parts';

type Rows = typeof REST_ROUTES;
type Given<R> = R extends { input: infer I } ? (I extends z.ZodType ? z.input<I> : undefined) : never;
type Answered<R> = R extends { answer: infer A } ? (A extends z.ZodType ? z.input<A> : never) : never;

/** The type of the examples: input and response of each REST path. */
export type Examples = { [K in keyof Rows]: { input?: Given<Rows[K]>; data: Answered<Rows[K]> } };

/** A valid example of input and response for each REST path. Tests validate the examples and send the inputs. */
export const EXAMPLES: Examples = {
  'POST /api/login': { input: { email: 'mali@example.test', password: 'correct horse' }, data: me },
  'POST /api/logout': { input: {}, data: {} },
  'GET /api/me': { data: me },
  'GET /api/refresh': { data: { expiresInMinutes: 60 } },
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
  'POST /api/subscriptions/cancel': {
    input: { reason: 'buyWhenNeed', comment: 'I still have some.' },
    data: { subscription: { ...subscription, status: 'cancelled' } },
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
    data: { subscription, upcomingOrders: [...upcoming] },
  },
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
  'POST /api/orders/move': {
    input: { orderId: upcoming[0].orderId, date: '2026-12-20' },
    data: {
      subscription: { ...subscription, version: 5 },
      upcomingOrders: [
        {
          ...upcoming[0],
          ...{ paymentDate: '2026-12-20', receiveBy: '2026-12-25', canSkipUntil: '2026-12-18' },
          movedFrom: '2026-12-31',
        },
        upcoming[1],
        upcoming[2],
      ],
    },
  },
  'POST /api/orders/skip': {
    input: { orderId: skipped.orderId, skip: true },
    data: { order: skipped, upcoming: [skipped, upcoming[1], upcoming[2]] },
  },
  'POST /api/orders/product-rewards': {
    input: { productCode: 'panty-liners' },
    data: { order: { ...upcoming[0], freeProduct: 'panty-liners' }, points: 12 },
  },
  'POST /api/referral-codes/generate': {
    input: {},
    data: {
      code: 'IRA-7K3M9Q',
      shareUrl: 'https://ira.example/invite/IRA-7K3M9Q',
      friendDiscount: 10_000,
      referrerPoints: 100,
    },
  },
  'POST /api/referral-codes/apply': {
    input: { code: 'IRA-7K3M9Q', items, postalCode: '10110' },
    data: {
      discount: 10_000,
      message: 'You got a discount!',
      totals: { ...totals, deliveryFee: 4_000, codeDiscount: 10_000, total: 27_525 },
    },
  },
  'POST /api/omise/schedule-payments': {
    input: { limit: 100 },
    data: { planned: 3, charged: 1, declined: 0, unknown: 0, linksSent: 0, failed: 0 },
  },
  'GET /api/settings': {
    data: {
      omisePublicKey: 'pkey_test_5fzbwc1wcmjpxyzkzfk',
      omiseVaultUrl: 'https://vault.omise.co',
      omiseJsUrl: 'https://cdn.omise.co/omise.js',
      storeId: '123456',
      storePublicKey: 'public_abcdef',
      lineChannelId: '1650000000',
      offlineRegistration: false,
      websiteUrl: 'https://ira.example',
      functionsApiUrl: 'https://ira.example',
      cloudApiUrl: 'https://ira.example',
      paymentsAppUrl: 'https://ira.example',
      seller: {
        name: 'ira Co., Ltd.',
        address: '1 Rama IV Road, Bangkok 10110',
        registration: '0105566000001',
      },
      sellerFacts: [{ kind: 'origin', text: { en: 'Made in Chiang Mai.', th: 'ผลิตที่เชียงใหม่' }, url: null }],
      cardBrands: ['visa', 'mastercard'],
      contact: { email: 'hello@ira.example', phone: null, line: null },
      social: { facebook: null, instagram: null, line: null },
      sentryDsn: null,
      incident: false,
      incidentText: null,
      maintenance: false,
      sandbox: false,
    },
  },
  'GET /subscription/cancel-reasons': {
    data: {
      reasons: [
        { code: 'buyWhenNeed', label: { en: 'I prefer to buy when I need it', th: 'อยากซื้อเองเวลาที่ต้องใช้' } },
      ],
    },
  },
  'GET /mycloud/orders': {
    input: { page: 1 },
    data: {
      orders: [
        {
          ...upcoming[0],
          status: 'previous',
          payment: { status: 'success', reason: null },
          paymentMethod: 'card',
          shipment: { status: 'shipped', courier: 'Flash', trackingNumber: 'TH0123', trackingUrl: null },
          receipt: { number: 'R-2026-000123', url: '/api/orders/ord_7k3m9q2c5t8w4x6z1n0p7r5d/receipt.pdf' },
        },
      ],
      page: 1,
      pages: 1,
    },
  },
};
