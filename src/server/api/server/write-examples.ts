import { skipped, subscription, upcoming } from '../routers/examples';

const [next, second, third] = upcoming;
const { orderId, paymentDate } = next;
const accountId = 'acc_01k9f5x0d2e8r';
const { version } = subscription;
const changed = { subscription, upcomingOrders: [...upcoming] };
const parcel = {
  orderId,
  status: 'shipped',
  problem: null,
  courier: 'Flash',
  trackingNumber: 'TH01234567890',
  trackingUrl: 'https://www.flashexpress.co.th/fle/tracking?se=TH01234567890',
};
const sent = { orderId, courier: 'Flash', trackingNumber: 'TH01234567890' };
const discountCode = {
  code: 'RAINY',
  discount: { kind: 'percent', value: 10 },
  from: '2026-11-29',
  until: null,
  uses: 0,
  usesMax: 100,
  state: 'valid',
};

/** An example of each command of programs, by its path. */
export const WRITTEN = {
  'subscribers/change': {
    input: {
      accountId,
      version,
      change: { kind: 'person', firstName: 'Mali', lastName: 'Suk', phone: '0812345678' },
    },
    data: {},
  },
  'subscribers/notes': { input: { accountId, body: 'Asked for a quieter courier.' }, data: {} },
  'subscribers/end-sessions': { input: { accountId, reason: 'Lost her phone.' }, data: {} },
  'subscriptions/change': {
    input: { accountId, version, change: { kind: 'payment_day', paymentDay: 15 } },
    data: changed,
  },
  'subscriptions/pause': {
    input: { accountId, version, until: '2027-02-01', preview: false },
    data: changed,
  },
  'subscriptions/cancel': { input: { accountId, why: 'buyWhenNeed' }, data: { subscription } },
  'orders/skip': {
    input: { accountId, orderId, skip: true },
    data: { order: skipped, upcoming: [skipped, second, third] },
  },
  'orders/move': {
    input: { accountId, orderId, date: paymentDate, version, preview: false },
    data: changed,
  },
  'payments/send-link': { input: { accountId }, data: {} },
  'payments/try': { input: { orderId }, data: {} },
  refunds: {
    input: { orderId, amount: 10_000, refunded: 0, reason: 'damaged' },
    data: { refundId: 'rfd_7k3m9q', amount: 10_000, status: 'succeeded', left: 27_525 },
  },
  points: { input: { accountId, version, points: 50, reason: 'Her parcel came late.' }, data: {} },
  'parcels/shipped': { input: { ...sent, cancelledThere: true }, data: parcel },
  'parcels/delivered': { input: { orderId }, data: { ...parcel, status: 'delivered' } },
  'parcels/correct-number': { input: sent, data: parcel },
  'parcels/report': {
    input: { orderId, problem: 'came_back' },
    data: { ...parcel, problem: 'came_back' },
  },
  'parcels/retry': { input: { orderId }, data: { ...parcel, status: 'preparing', courier: null } },
  'parcels/resend': {
    input: { orderId, parcel: 1, loss: 'lost', toAccountAddress: false },
    data: { orderId, number: 2 },
  },
  codes: { input: { code: 'RAINY', kind: 'percent', value: 10, usesMax: 100 }, data: discountCode },
  'codes/end': { input: { code: 'RAINY' }, data: { ...discountCode, state: 'ended' } },
} as const;
