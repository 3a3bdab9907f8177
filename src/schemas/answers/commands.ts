import { z } from 'zod';
import { SHIPMENT_STATUSES } from '@/domain/order';
import { REFUND_STATUSES } from '@/domain/refund';
import { day, satang } from './parts';

/* What the commands of the desk answer to programs. */

export const refundAnswer = z.strictObject({
  refundId: z.string(),
  amount: satang,
  status: z
    .enum(REFUND_STATUSES)
    .describe('`unknown`: the worker reads its outcome. `manual`: sent by hand.'),
  left: satang.describe('What can still be refunded of the payment.'),
});

export const parcelAnswer = z.strictObject({
  orderId: z.string(),
  status: z.enum(SHIPMENT_STATUSES),
  problem: z.string().nullable(),
  courier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  trackingUrl: z.string().nullable(),
});

export const resentAnswer = z.strictObject({
  orderId: z.string(),
  number: z.int().describe('Of the new parcel, within its order.'),
});

export const codeAnswer = z.strictObject({
  code: z.string(),
  discount: z.strictObject({ kind: z.enum(['amount', 'percent']), value: z.int() }),
  from: day,
  until: day.nullable().describe('The last day on which it works.'),
  uses: z.int(),
  usesMax: z.int().nullable(),
  state: z.enum(['planned', 'valid', 'used_up', 'ended']),
});
