import { z } from 'zod';
import { DECLINE_REASON_CODES } from '@/domain/decline';
import { SHIPMENT_STATUSES, SHOWN_ORDER_STATUSES } from '@/domain/order';
import { SHOWN_PAYMENT_STATUSES } from '@/domain/payment';
import { PRODUCT_CODES } from '@/domain/product';
import { day, paymentMethod, placeAnswer, satang } from './parts';

const orderItem = z.strictObject({
  productCode: z.enum(PRODUCT_CODES),
  quantity: z.int(),
  unitPrice: satang.describe('Price of one pack in satang, rounded.'),
  linePrice: satang.describe('Price of the line in satang, rounded once: the lines add up to the box price.'),
});

const orderPayment = z.strictObject({
  status: z.enum(SHOWN_PAYMENT_STATUSES),
  reason: z.enum(DECLINE_REASON_CODES).nullable(),
});

const shipment = z.strictObject({
  status: z.enum(SHIPMENT_STATUSES),
  courier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  trackingUrl: z.string().nullable(),
});

const orderDocument = z
  .strictObject({
    number: z.string(),
    url: z.string().describe('The path of the PDF on this site. It needs the session of the owner.'),
  })
  .describe('A receipt or a tax invoice.');

/** An order. Every response uses this form. */
export const orderAnswer = z
  .strictObject({
    orderId: z.string(),
    orderNumber: z.int().describe('The short number that people see and say. No request takes it.'),
    status: z.enum(SHOWN_ORDER_STATUSES),
    paymentDate: day,
    receiveBy: day.nullable().describe('Null while the order is overdue.'),
    skipped: z.boolean(),
    paused: z.boolean().describe('Whether a pause skips the order. Resuming makes it upcoming again.'),
    movedFrom: day.nullable().describe('The planned date, if the subscriber moved the order.'),
    ownBox: z
      .boolean()
      .describe('Whether the order has its own contents. A change of the box does not change it.'),
    ownAddress: placeAnswer
      .nullable()
      .describe('Where this order goes. Null if it goes to the address of the account.'),
    recipientName: z
      .string()
      .nullable()
      .describe('Who receives this order at its own address. Null if the subscriber does.'),
    recipientPhone: z.string().nullable().describe('The number that the courier calls there.'),
    canChangeAddress: z
      .boolean()
      .describe(
        'Whether this order can go to another address. Before its payment date, only the next order can.',
      ),
    freeProduct: z.enum(PRODUCT_CODES).nullable(),
    items: z.array(orderItem),
    boxPrice: satang,
    deliveryFee: satang,
    codeDiscount: satang,
    waived: satang.describe('What a bank transfer was short, and was accepted as a discount.'),
    total: satang,
    refunded: satang,
    points: z.int(),
    canSkipUntil: day,
    payment: orderPayment.nullable().describe('Null before the payment date.'),
    paymentMethod: paymentMethod.nullable().describe('Null before the payment date.'),
    shipment: shipment.nullable().describe('Null until the order is paid.'),
    isStopped: z
      .boolean()
      .describe('The order was fully refunded before its parcel was packed, and nothing is sent.'),
    receipt: orderDocument.nullable().describe('Null until it is issued, at most a minute after payment.'),
    taxInvoice: orderDocument
      .nullable()
      .describe(
        'The full tax invoice that replaced and cancelled the receipt. Null unless it was requested.',
      ),
    canRequestTaxInvoice: z
      .boolean()
      .describe(
        'Whether a tax invoice can be requested: the seller is registered for VAT, and the order was paid within six months and not refunded.',
      ),
    creditNotes: z.array(orderDocument.extend({ amount: satang }).describe('A refund of the order.')),
    debitNotes: z.array(
      orderDocument.extend({ amount: satang }).describe('A refund of the order that was corrected.'),
    ),
  })
  .meta({
    id: 'Order',
    description: 'One box on one payment date. Money is in satang, days are YYYY-MM-DD in Bangkok.',
  });

export const taxInvoiceAnswer = z.strictObject({ order: orderAnswer });

export const skipAnswer = z.strictObject({ order: orderAnswer, upcoming: z.array(orderAnswer).max(3) });

/** One page of at most ten orders. */
export const orderPageAnswer = z.strictObject({
  orders: z.array(orderAnswer).max(10),
  page: z.int().min(1),
  pages: z.int().min(1),
});
