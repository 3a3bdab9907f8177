import { z } from 'zod';
import { LINK_BANKS } from '@/domain/bank-account';
import { CANCEL_OFFER_KINDS, REASON_GROUPS } from '@/domain/cancel-offer';
import { PRODUCT_CODES } from '@/domain/product';
import { CANCEL_REASONS } from '@/domain/cancel-reason';
import { SUBSCRIPTION_STATUSES } from '@/domain/subscription';
import { YEAR_AHEAD_STATES } from '@/domain/year-ahead';
import { orderAnswer } from './orders';
import { day, paymentMethod, satang, wordsAnswer } from './parts';
import { chargeAnswer, pendingPaymentAnswer } from './payments';

const pause = z.strictObject({
  until: day.describe('The first day after the pause.'),
  nextPaymentDate: day.describe('The payment date of the next order that is not skipped.'),
  receiveBy: day.describe('The day by which that order arrives.'),
});

const priceNotice = z
  .strictObject({
    firstDate: day.describe('The first payment date with the new total.'),
    oldTotal: satang.describe('The total of a box with delivery before that date, in satang.'),
    newTotal: satang.describe('The total from that date on, in satang.'),
  })
  .describe('A higher price that was announced.');

export const subscriptionAnswer = z
  .strictObject({
    status: z.enum(SUBSCRIPTION_STATUSES),
    registering: z.boolean().describe('The first payment is still to come.'),
    frequency: z.int().min(1).max(3).describe('Months between orders.'),
    paymentDay: z.int().min(1).max(31),
    paymentMethod,
    bankAccount: z
      .strictObject({ bank: z.enum(LINK_BANKS), lastDigits: z.string() })
      .nullable()
      .describe('The linked account that is charged. Null for other payment methods.'),
    version: z.int().min(1).describe('Grows with every change.'),
    items: z.array(z.strictObject({ productCode: z.enum(PRODUCT_CODES), quantity: z.int() })),
    boxPrice: satang,
    deliveryFee: satang.nullable().describe('In satang. Null until the address is known.'),
    pointsPerOrder: z.int(),
    pause: pause.nullable().describe('Null without a pause, and from its end on.'),
    priceNotice: priceNotice
      .nullable()
      .describe(
        'Null without an announced price, from its first date on, and once the box or address changed.',
      ),
  })
  .meta({ id: 'Subscription', description: 'A subscription at current prices.' });

const orderAhead = z
  .strictObject({
    paymentDate: day,
    state: z
      .enum(YEAR_AHEAD_STATES)
      .describe('`planned`: not an order yet. A skipped or paused order is not charged.'),
    total: satang.describe('In satang. A planned total can change with prices and the box.'),
  })
  .meta({ id: 'OrderAhead', description: 'An order of the next twelve months.' });

export const yearAheadAnswer = z.strictObject({ orders: z.array(orderAhead) });

export const subscriptionViewAnswer = z.strictObject({
  subscription: subscriptionAnswer,
  upcomingOrders: z.array(orderAnswer).max(3).describe('The next three orders after the change.'),
  yearAhead: z
    .array(orderAhead)
    .optional()
    .describe('Only in a preview: the orders of the next twelve months after the change.'),
});

export const cancelAnswer = z.strictObject({ subscription: subscriptionAnswer });

export const cancelOfferAnswer = z.strictObject({
  offer: z
    .strictObject({
      kind: z.enum(CANCEL_OFFER_KINDS),
      months: z.int().nullable().describe('The months of a pause. Null for a frequency.'),
      frequency: z.int().nullable().describe('The offered months between orders. Null for a pause.'),
      group: z.enum(REASON_GROUPS).describe('Sent as `offeredFor` with the change that accepts the offer.'),
    })
    .nullable()
    .describe('Null if no offer fits, for a health-related reason, and within 100 days of the last offer.'),
});

export const reactivateAnswer = z.strictObject({
  subscription: subscriptionAnswer,
  dates: z
    .array(day)
    .describe('The next three payment dates, including today if the order of today was charged now.'),
  charge: chargeAnswer.nullable(),
  pendingPayment: pendingPaymentAnswer.nullable(),
});

export const orderNowAnswer = subscriptionViewAnswer.extend({
  upcomingOrders: z
    .array(orderAnswer)
    .max(3)
    .describe('The next orders after this one. A preview shows them as they are once it is paid.'),
  orderId: z.string().describe('The order that is sent now.'),
  orderNumber: z.int(),
  total: satang.describe('What this order costs, in satang.'),
  charge: chargeAnswer.nullable().describe('Null for a preview, and for a payment by link.'),
  pendingPayment: pendingPaymentAnswer.nullable(),
});

export const cancelReasonsAnswer = z.strictObject({
  reasons: z.array(z.strictObject({ code: z.enum(CANCEL_REASONS), label: wordsAnswer })),
});
