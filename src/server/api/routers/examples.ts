/* Values of the examples of the calls: one subscriber, her box and her orders. */

export const items = [
  { productCode: 'day-pads' as const, quantity: 2 },
  { productCode: 'night-pads' as const, quantity: 1 },
];

export const totals = {
  currency: 'THB' as const,
  listPrice: 44_700,
  subscriptionDiscount: 11_175,
  boxPrice: 33_525,
  codeDiscount: 0,
  points: 33,
};

export const subscription = {
  status: 'active' as const,
  registering: false,
  frequency: 1,
  paymentDay: 31,
  paymentMethod: 'card' as const,
  bankAccount: null,
  version: 4,
  items,
  boxPrice: 33_525,
  deliveryFee: 4_000,
  pointsPerOrder: 33,
  pause: null,
  priceNotice: null,
};

export const me = {
  expiresInMinutes: 59,
  account: {
    id: 'acc_01k9f5x0d2e8r',
    firstName: 'Mali',
    lastName: 'Suk',
    email: 'mali@example.test',
    emailVerified: true,
    locale: 'th' as const,
    lineLinked: false,
  },
  subscription,
  pendingPayment: null,
  points: 33,
};

const order = (index: number, paymentDate: string, receiveBy: string, canSkipUntil: string) => ({
  orderId: `ord_01k9f5x0d2e8${index}`,
  orderNumber: 10_243 + index,
  status: 'upcoming' as const,
  paymentDate,
  receiveBy,
  skipped: false,
  paused: false,
  movedFrom: null,
  ownBox: false,
  ownAddress: null,
  recipientName: null,
  recipientPhone: null,
  canChangeAddress: true,
  freeProduct: null,
  items: items.map((item) => ({ ...item, unitPrice: 11_175, linePrice: 11_175 * item.quantity })),
  boxPrice: 33_525,
  deliveryFee: 4_000,
  codeDiscount: 0,
  waived: 0,
  total: 37_525,
  refunded: 0,
  points: 33,
  canSkipUntil,
  payment: null,
  paymentMethod: null,
  shipment: null,
  isStopped: false,
  receipt: null,
  taxInvoice: null,
  canRequestTaxInvoice: false,
  creditNotes: [],
  debitNotes: [],
});

export const upcoming = [
  order(1, '2026-12-31', '2027-01-05', '2026-12-29'),
  order(2, '2027-01-31', '2027-02-05', '2027-01-29'),
  order(3, '2027-02-28', '2027-03-05', '2027-02-26'),
] as const;

export const skipped = { ...upcoming[0], status: 'skipped' as const, skipped: true };

export const card = {
  cardId: 'card_01k9f5x0d2e8r',
  brand: 'Visa',
  lastDigits: '4242',
  name: 'MALI SUK',
  expiryMonth: 8,
  expiryYear: 2029,
  isDefault: true,
  status: 'valid' as const,
};

export const delivery = {
  address: '1 Soi 2 Sukhumvit Road',
  subdistrict: 'Khlong Toei',
  district: 'Khlong Toei',
  province: 'Bangkok',
  postalCode: '10110',
};

export const dates = ['2026-11-20', '2026-12-31', '2027-01-31'];
export const PAYMENT_URL = 'http://localhost:3000/pay/lGSc1s1mNRhTj9qkXo2cVw8d';
export const CARD_TOKEN = 'tokn_test_5fzbwc1wcmjpxyzkzfk';

/** The next twelve months of a subscriber who orders every 2 months. */
export const yearAhead = [
  { paymentDate: '2026-12-31', state: 'upcoming' as const, total: 37_525 },
  { paymentDate: '2027-02-28', state: 'upcoming' as const, total: 37_525 },
  { paymentDate: '2027-04-30', state: 'skipped' as const, total: 37_525 },
  { paymentDate: '2027-06-30', state: 'planned' as const, total: 37_525 },
];

export const changedSubscription = { ...subscription, version: 5 };
export const ownItem = { productCode: 'night-pads' as const, quantity: 3 };

export const paid = {
  ...upcoming[0],
  status: 'previous' as const,
  canChangeAddress: false,
  paymentMethod: 'card' as const,
  payment: { status: 'success' as const, reason: null },
  shipment: {
    status: 'shipped' as const,
    courier: 'Flash',
    trackingNumber: 'TH0123',
    trackingUrl: null,
  },
  receipt: { number: 'R-2026-000123', url: '/api/orders/ord_7k3m9q2c5t8w4x6z1n0p7r5d/receipt.pdf' },
};

export const BANK_ACCOUNT_ID = 'bac_01k9f5x0d2e8r';
export const REFUND_ID = 'rfd_3c8w1n5v7k0m2q4t6x9z1p3r';
export const LINK_TOKEN = 'Zt5mQ0bYh3xV9cK1rW7nE4uJ2aL6sD8p';
export const payLink = {
  status: 'pending' as const,
  reason: null,
  amount: 37525,
  paymentDate: '2026-12-31' as const,
  paidOn: null,
  isOpen: true,
  expiresAt: '2027-01-07T17:00:00.000Z',
  endsUnpaid: 'subscription' as const,
  bankDetails: null,
  qr: null,
  orderNumber: 10_243,
  app: null,
  apps: ['kbank' as const, 'scb' as const, 'truemoney' as const],
  canHaveQr: true,
  setsSchedule: false,
  slip: null,
};
export const repair = {
  state: 'retrying',
  orderNumber: 10_243,
  amount: 37525,
  paymentDate: '2026-12-31',
  paidOn: null,
  nextTryOn: '2027-01-01',
  endsOn: null,
  qr: null,
  app: null,
  apps: ['kbank', 'scb', 'truemoney'],
  authorizeUri: null,
  reason: 'insufficient_fund',
  nextDate: '2027-01-31',
  sameCard: true,
  bankAccount: true,
  canSave: false,
} as const;

export const NEW_PASSWORD = { password: 'battery staple', confirmPassword: 'battery staple' };
export const SESSION_ID = '5d41402abc4b2a76b9719d911017c592ae41e4649b934ca495991b7852b855a1';
export const PASSKEY_ID = 'psk_01k9f5x0d2e8r';
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} };

export const passkeyAssertion = {
  response: {
    ...credential,
    response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
  },
};
export const newPasskey = {
  name: 'My phone',
  response: { ...credential, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } },
};
