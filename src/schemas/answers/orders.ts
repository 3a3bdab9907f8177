import { z } from 'zod';
import { SHIPMENT_STATUSES, SHOWN_ORDER_STATUSES } from '@/domain/order';
import { SHOWN_PAYMENT_STATUSES } from '@/domain/payment';
import { PRODUCT_CODES } from '@/domain/product';
import { PAYMENT_METHODS } from '@/domain/subscription';
import { day, satang } from './parts';

/** `linePrice` is rounded once per line: lines add up to the box price, packs × `unitPrice` may not. */
const orderItem = z.strictObject({
  productCode: z.enum(PRODUCT_CODES),
  quantity: z.int(),
  unitPrice: satang,
  linePrice: satang,
});

const orderPayment = z.strictObject({
  status: z.enum(SHOWN_PAYMENT_STATUSES),
  reason: z.string().nullable(),
});

const shipment = z.strictObject({
  status: z.enum(SHIPMENT_STATUSES),
  courier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  trackingUrl: z.string().nullable(),
});

/** A receipt or credit note; `url` is the path of its PDF on the API's own site and needs the owner's session. */
const orderDocument = z.strictObject({ number: z.string(), url: z.string() });

/**
 * An order, in every response. `payment` and its method are null before the payment date, `shipment` until the order is
 * paid, `receiveBy` while it is overdue, `receipt` until it is issued, at most a minute after payment. `isStopped`: the
 * order was fully refunded before its parcel was packed, and nothing is sent.
 */
export const orderAnswer = z
  .strictObject({
    orderId: z.string(),
    status: z.enum(SHOWN_ORDER_STATUSES),
    paymentDate: day,
    receiveBy: day.nullable(),
    skipped: z.boolean(),
    freeProduct: z.enum(PRODUCT_CODES).nullable(),
    items: z.array(orderItem),
    boxPrice: satang,
    deliveryFee: satang,
    codeDiscount: satang,
    total: satang,
    refunded: satang,
    points: z.int(),
    canSkipUntil: day,
    payment: orderPayment.nullable(),
    paymentMethod: z.enum(PAYMENT_METHODS).nullable(),
    shipment: shipment.nullable(),
    isStopped: z.boolean(),
    receipt: orderDocument.nullable(),
    creditNotes: z.array(orderDocument.extend({ amount: satang })),
  })
  .meta({ id: 'Order' });

export const skipAnswer = z.strictObject({ order: orderAnswer, upcoming: z.array(orderAnswer).max(3) });

/** One page of at most ten orders. */
export const orderPageAnswer = z.strictObject({
  orders: z.array(orderAnswer).max(10),
  page: z.int().min(1),
  pages: z.int().min(1),
});
