import { z } from 'zod';
import { normaliseEmail } from '@/domain/contact';
import { ORDER_STATUSES, SHIPMENT_STATUSES } from '@/domain/order';
import { PAYMENT_STATUSES } from '@/domain/payment';
import { REFUND_STATUSES } from '@/domain/refund';
import { SUBSCRIPTION_STATUSES } from '@/domain/subscription';
import { idField, knownEmailField, line, optional } from './fields';

export const RECORDS_MAX = 100;

const instant = optional(z.iso.datetime({ offset: true }).transform((at) => new Date(at)));
const id = optional(idField);

/** Returns the input of a list of records: its page, its time, and the filters of the list. */
const listInput = <Filters extends z.ZodRawShape>(time: string, filters: Filters) =>
  z.strictObject({
    limit: z.coerce.number().int().min(1).max(RECORDS_MAX).default(25),
    cursor: optional(line(200)).describe('Of the page before, with the same filters.'),
    from: instant.describe(`The first \`${time}\`.`),
    until: instant.describe(`The first \`${time}\` that is not listed.`),
    ...filters,
  });

export const productsInput = z.strictObject({});

/** The inputs of the lists. The name of a filter is the name of the field that it compares. */
export const RECORD_INPUTS = {
  subscribers: listInput('createdAt', {
    accountId: id,
    email: optional(knownEmailField.transform(normaliseEmail)),
  }),
  subscriptions: listInput('createdAt', {
    accountId: id,
    subscriptionId: id,
    status: optional(z.enum(SUBSCRIPTION_STATUSES)),
  }),
  orders: listInput('createdAt', {
    accountId: id,
    orderId: id,
    orderNumber: optional(z.coerce.number().int().min(1).max(999_999_999)),
    status: optional(z.enum(ORDER_STATUSES)),
  }),
  payments: listInput('createdAt', {
    accountId: id,
    orderId: id,
    status: optional(z.enum(PAYMENT_STATUSES)),
  }),
  refunds: listInput('createdAt', { refundId: id, orderId: id, status: optional(z.enum(REFUND_STATUSES)) }),
  parcels: listInput('paidAt', { accountId: id, orderId: id, status: optional(z.enum(SHIPMENT_STATUSES)) }),
  points: listInput('createdAt', { accountId: id }),
  codes: listInput('validFrom', { code: optional(line(80)) }),
} as const;
