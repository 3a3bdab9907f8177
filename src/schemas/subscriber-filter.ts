import { LOCALES } from '@/domain/locale';
import { PRODUCT_CODES } from '@/domain/product';
import { TAG_MAX } from '@/domain/staff';
import { PAYMENT_METHODS } from '@/domain/subscription';
import './messages';
import { z } from 'zod';
import { dayField, idField, line, optional } from './fields';

/** The parts of all subscribers. A paused subscription is also active. */
export const SUBSCRIBER_PARTS = [
  ...(['active', 'paused', 'retrying', 'expiring', 'unreached'] as const),
  ...(['awaiting_payment', 'inactive', 'cancelled', 'imported'] as const),
] as const;

/** Which subscribers are meant: those who fit every given field. */
export const subscriberFilterFields = {
  method: optional(z.enum(PAYMENT_METHODS)),
  /** A product of the usual box. */
  product: optional(z.enum(PRODUCT_CODES)),
  language: optional(z.enum(LOCALES)),
  /** The first digits of the postcode. */
  postcode: optional(line(5).regex(/^\d+$/, 'validation.invalidInput')),
  /** The last day of the next payment date. */
  paysUntil: optional(dayField),
  tag: optional(line(TAG_MAX)),
  /** The member who cares. */
  staffId: optional(idField),
  /** The days of the registration. */
  from: optional(dayField),
  until: optional(dayField),
  /** One subscriber. */
  accountId: optional(idField),
} as const;
export const subscriberFilter = z.strictObject({
  part: optional(z.enum(SUBSCRIBER_PARTS)),
  ...subscriberFilterFields,
});
export type SubscriberFilter = z.output<typeof subscriberFilter>;
