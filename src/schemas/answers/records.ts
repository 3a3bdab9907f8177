import { z } from 'zod';
import { PARCEL_LOSSES, PARCEL_PROBLEMS, REPORTED_PROBLEMS } from '@/domain/parcel';
import { LOCALES } from '@/domain/locale';
import { ORDER_STATUSES, SHIPMENT_STATUSES } from '@/domain/order';
import { PAYMENT_STATUSES } from '@/domain/payment';
import { POINTS_ENTRY_KINDS } from '@/domain/points';
import { PRODUCT_CODES } from '@/domain/product';
import { REFUND_STATUSES } from '@/domain/refund';
import { SUBSCRIPTION_STATUSES } from '@/domain/subscription';
import { RETURN_VERDICTS } from '@/domain/settlement-money';
import { day, moment, paymentMethod, placeAnswer, satang, wordsAnswer } from './parts';

/* The records of the shop as programs read them, with a token of the desk. */

const code = z.enum(PRODUCT_CODES);
const boxItems = z.array(z.strictObject({ productCode: code, quantity: z.int() }));

const subscriber = z
  .strictObject({
    accountId: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string(),
    locale: z.enum(LOCALES),
    address: placeAnswer.nullable().describe('Null until the address is given.'),
    optionalMessages: z.boolean().describe('Whether they get messages that the contract does not require.'),
    points: z.int(),
    pointsDebt: z.int().describe('Points that were spent and are still to be taken back.'),
    createdAt: moment,
  })
  .meta({ id: 'SubscriberRecord', description: 'A person with an account that is not deleted.' });

const subscription = z
  .strictObject({
    subscriptionId: z.string(),
    accountId: z.string(),
    status: z.enum(SUBSCRIPTION_STATUSES),
    pausedUntil: day.nullable().describe('The first day after the pause. A past day has no effect.'),
    frequency: z.int().describe('Months between orders.'),
    paymentDay: z.int(),
    paymentMethod,
    version: z.int().describe('Grows with every change. A change names the version that it was made for.'),
    items: boxItems,
    nextPaymentDate: day.nullable().describe('Of the next order that is not skipped.'),
    createdAt: moment,
    activatedAt: moment.nullable(),
    cancelledAt: moment.nullable(),
  })
  .meta({ id: 'SubscriptionRecord' });

const order = z
  .strictObject({
    orderId: z.string(),
    orderNumber: z.int().describe('The short number that people see and say.'),
    accountId: z.string(),
    subscriptionId: z.string(),
    kind: z.enum(['first', 'renewal', 'reactivation']),
    status: z.enum(ORDER_STATUSES),
    paymentDate: day,
    items: z.array(
      z.strictObject({ productCode: code, quantity: z.int(), unitPrice: satang, linePrice: satang }),
    ),
    freeProduct: code.nullable(),
    listPrice: satang,
    boxPrice: satang,
    deliveryFee: satang,
    codeDiscount: satang,
    waived: satang,
    total: satang,
    refunded: satang,
    points: z.int(),
    createdAt: moment,
    paidAt: moment.nullable(),
  })
  .meta({ id: 'OrderRecord' });

const payment = z
  .strictObject({
    paymentId: z.string(),
    orderId: z.string(),
    accountId: z.string(),
    method: paymentMethod,
    status: z.enum(PAYMENT_STATUSES),
    amount: satang,
    reason: z.string().nullable().describe('Why the last try failed.'),
    received: z
      .array(
        z.strictObject({
          moneyId: z.string(),
          provider: z.enum(['omise', 'bank']),
          reference: z.string().describe('The charge at the gateway, or the line of the bank statement.'),
          amount: satang,
          verdict: z
            .enum(['kept', ...RETURN_VERDICTS])
            .describe('`kept` paid the order. All other money is given back.'),
          paidAt: moment,
        }),
      )
      .describe('The money that arrived for the order.'),
    createdAt: moment,
  })
  .meta({ id: 'PaymentRecord', description: 'The payment of an order whose payment date has come.' });

const refund = z
  .strictObject({
    refundId: z.string(),
    moneyId: z.string(),
    orderId: z.string().nullable(),
    amount: satang,
    status: z.enum(REFUND_STATUSES).describe('`manual`: the shop sends it by hand.'),
    reference: z.string().nullable().describe('The refund at the gateway.'),
    createdAt: moment,
    closedAt: moment.nullable(),
  })
  .meta({ id: 'RefundRecord' });

const parcel = z
  .strictObject({
    orderId: z.string(),
    orderNumber: z.int(),
    accountId: z.string(),
    number: z.int().describe('Within the order: 1 for the first parcel, 2 for its replacement.'),
    status: z.enum(SHIPMENT_STATUSES),
    problem: z.enum([...PARCEL_PROBLEMS, ...REPORTED_PROBLEMS]).nullable(),
    loss: z.enum(PARCEL_LOSSES).nullable().describe('Why the order was refunded.'),
    courier: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    trackingUrl: z.string().nullable(),
    items: boxItems,
    freeProduct: code.nullable(),
    recipient: placeAnswer
      .extend({ name: z.string(), phone: z.string() })
      .nullable()
      .describe('Null if the account was deleted and its address is not needed any more.'),
    paidAt: moment,
    shippedAt: moment.nullable(),
    deliveredAt: moment.nullable(),
  })
  .meta({ id: 'ParcelRecord', description: 'The latest parcel of a paid order.' });

const points = z
  .strictObject({
    entryId: z.string(),
    accountId: z.string(),
    kind: z.enum(POINTS_ENTRY_KINDS),
    points: z.int().describe('Negative for points that were spent or taken back.'),
    orderId: z.string().nullable(),
    createdAt: moment,
  })
  .meta({ id: 'PointsRecord', description: 'An entry of the points ledger. Entries are only added.' });

const discountCode = z
  .strictObject({
    code: z.string(),
    kind: z.enum(['amount', 'percent']),
    value: z.int().describe('Satang, or percent of box and delivery.'),
    uses: z.int(),
    usesMax: z.int().nullable(),
    validFrom: moment,
    validTo: moment.nullable().describe('The first instant at which it no longer works.'),
  })
  .meta({ id: 'CodeRecord' });

export const productsAnswer = z.strictObject({
  items: z.array(
    z
      .strictObject({
        code,
        name: wordsAnswer,
        pieces: z.int().nullable(),
        lengthMm: z.int().nullable(),
        listPrice: satang,
        price: satang.describe('In a subscription.'),
        active: z.boolean().describe('Whether it can be chosen.'),
      })
      .meta({ id: 'ProductRecord' }),
  ),
});

/** The form of each kind of record. */
export const RECORDS = {
  subscribers: subscriber,
  subscriptions: subscription,
  orders: order,
  payments: payment,
  refunds: refund,
  parcels: parcel,
  points,
  codes: discountCode,
} as const;
export type RecordKind = keyof typeof RECORDS;
export type RecordOf<Kind extends RecordKind> = z.output<(typeof RECORDS)[Kind]>;

/** Returns the form of a page of records. */
export const pageAnswer = <Kind extends RecordKind>(kind: Kind) =>
  z.strictObject({
    items: z.array(RECORDS[kind]),
    cursor: z
      .string()
      .nullable()
      .describe('Reads on after this page, now or later. Null while the list is empty.'),
    hasMore: z.boolean(),
  });
