import type { TokenScope } from '@/domain/api-token';
import { pageAnswer, productsAnswer, type RecordKind, type RecordOf } from '@/schemas/answers/records';
import { productsInput, RECORD_INPUTS } from '@/schemas/records';
import { listEveryProduct } from '../../shop/catalogue/queries';
import { readRecords } from '../../shop/records/read';
import { answer } from '../call';
import { tokenProcedure } from './procedure';

const MOMENT = '2026-11-29T02:00:00.000Z';
const IDS = {
  accountId: 'acc_7k3m9q',
  orderId: 'ord_7k3m9q',
  subscriptionId: 'reg_7k3m9q',
  orderNumber: 10_243,
};
const PLACE = {
  address: '1 Soi 2 Sukhumvit Road',
  subdistrict: 'Khlong Toei',
  district: 'Khlong Toei',
  province: 'Bangkok',
  postalCode: '10110',
};
const DAY_PADS = { productCode: 'day-pads', quantity: 3 } as const;

/** A record of each kind, for the documentation. */
const EXAMPLES: { [Kind in RecordKind]: RecordOf<Kind> } = {
  subscribers: {
    accountId: IDS.accountId,
    email: 'mali@example.test',
    emailVerified: true,
    firstName: 'Mali',
    lastName: 'Suk',
    phone: '0812345678',
    locale: 'th',
    address: PLACE,
    optionalMessages: true,
    points: 33,
    pointsDebt: 0,
    createdAt: MOMENT,
  },
  subscriptions: {
    subscriptionId: IDS.subscriptionId,
    accountId: IDS.accountId,
    status: 'active',
    pausedUntil: null,
    frequency: 1,
    paymentDay: 29,
    paymentMethod: 'card',
    version: 4,
    items: [DAY_PADS],
    nextPaymentDate: '2026-12-29' as never,
    createdAt: MOMENT,
    activatedAt: MOMENT,
    cancelledAt: null,
  },
  orders: {
    ...IDS,
    kind: 'renewal',
    status: 'paid',
    paymentDate: '2026-11-29' as never,
    items: [{ ...DAY_PADS, unitPrice: 11_175, linePrice: 33_525 }],
    freeProduct: null,
    listPrice: 44_700,
    boxPrice: 33_525,
    deliveryFee: 4000,
    codeDiscount: 0,
    waived: 0,
    total: 37_525,
    refunded: 0,
    points: 33,
    createdAt: '2026-08-29T02:00:00.000Z',
    paidAt: MOMENT,
  },
  payments: {
    paymentId: 'pay_7k3m9q',
    orderId: IDS.orderId,
    accountId: IDS.accountId,
    method: 'card',
    status: 'succeeded',
    amount: 37_525,
    reason: null,
    received: [
      {
        moneyId: 'mon_7k3m9q',
        provider: 'omise',
        reference: 'chrg_test_7k3m9q',
        amount: 37_525,
        verdict: 'kept',
        paidAt: MOMENT,
      },
    ],
    createdAt: MOMENT,
  },
  refunds: {
    refundId: 'rfd_7k3m9q',
    moneyId: 'mon_7k3m9q',
    orderId: IDS.orderId,
    amount: 10_000,
    status: 'succeeded',
    reference: 'rfnd_test_7k3m9q',
    createdAt: MOMENT,
    closedAt: MOMENT,
  },
  parcels: {
    orderId: IDS.orderId,
    orderNumber: IDS.orderNumber,
    accountId: IDS.accountId,
    number: 1,
    status: 'shipped',
    problem: null,
    loss: null,
    courier: 'Flash',
    trackingNumber: 'TH01234567890',
    trackingUrl: null,
    items: [DAY_PADS],
    freeProduct: null,
    recipient: { ...PLACE, name: 'Mali Suk', phone: '0812345678' },
    paidAt: MOMENT,
    shippedAt: MOMENT,
    deliveredAt: null,
  },
  points: {
    entryId: 'pts_7k3m9q',
    accountId: IDS.accountId,
    kind: 'earned',
    points: 33,
    orderId: IDS.orderId,
    createdAt: MOMENT,
  },
  codes: {
    code: 'RAINY',
    kind: 'percent',
    value: 10,
    uses: 3,
    usesMax: 100,
    validFrom: MOMENT,
    validTo: null,
  },
};

function list<Kind extends RecordKind>(
  kind: Kind,
  scope: TokenScope,
  { summary, description }: Record<'summary' | 'description', string>,
) {
  return tokenProcedure(scope)
    .meta({
      rest: { path: `GET /api/v1/${kind}`, summary, description },
      example: {
        input: {},
        data: { items: [EXAMPLES[kind]], cursor: 'bzFRd2RhbmUyV0l6IDIwMjYtMTE', hasMore: false },
      },
    })
    .input(RECORD_INPUTS[kind as 'subscribers'])
    .output(answer(pageAnswer(kind)))
    .query(({ ctx, input }) => readRecords(ctx, kind, input) as never);
}

/** The lists of records, the oldest first. */
export const LISTS = {
  subscribers: list('subscribers', 'subscribers:read', {
    summary: 'List subscribers',
    description: 'Personal data of all accounts that are not deleted.',
  }),
  subscriptions: list('subscriptions', 'subscriptions:read', {
    summary: 'List subscriptions',
    description:
      'An account has at most one subscription, which stays the same when it is cancelled and restarted.',
  }),
  orders: list('orders', 'orders:read', {
    summary: 'List orders',
    description: 'Upcoming, paid and all other orders, without name and address.',
  }),
  payments: list('payments', 'payments:read', {
    summary: 'List payments',
    description: 'One payment per order whose payment date has come, with the money that arrived for it.',
  }),
  refunds: list('refunds', 'refunds:read', { summary: 'List refunds', description: 'Also those under way.' }),
  parcels: list('parcels', 'parcels:read', {
    summary: 'List parcels',
    description: 'The latest parcel of each paid order, with its contents and its recipient.',
  }),
  points: list('points', 'points:read', {
    summary: 'List entries of the points ledger',
    description: 'The sum of the entries of an account is its balance.',
  }),
  codes: list('codes', 'codes:read', {
    summary: 'List discount codes',
    description: 'Of the shop. Referral codes of subscribers are not listed.',
  }),
  products: tokenProcedure('products:read')
    .meta({
      rest: {
        path: 'GET /api/v1/products',
        summary: 'List products',
        description: 'All products with their present prices, also those that are not sold now.',
      },
      example: {
        input: {},
        data: {
          items: [
            {
              code: 'day-pads',
              name: { en: 'Day pads', th: 'ผ้าอนามัยกลางวัน' },
              pieces: 10,
              lengthMm: 245,
              listPrice: 14_900,
              price: 11_175,
              active: true,
            },
          ],
        },
      },
    })
    .input(productsInput)
    .output(answer(productsAnswer))
    .query(async ({ ctx }) => ({
      items: (await listEveryProduct(ctx)).map(
        ({ code, name, pieces, lengthMm, listPrice, price, active }) => ({
          code,
          name,
          pieces,
          lengthMm,
          listPrice,
          price,
          active,
        }),
      ),
    })),
};
