import './messages';
import { z } from 'zod';
import { REASON_GROUPS } from '@/domain/cancel-offer';
import {
  boxField,
  dayField,
  expectedTotalField,
  frequencyField,
  optional,
  paymentDayField,
  textField,
} from './fields';

/**
 * The fields that every change has. `preview`: returns the result without storing it. `version`: the version
 * of the subscription that the caller last read. `expectedTotal`: the total in satang that the screen showed for the
 * order that the change names, else for the next order that is not skipped.
 */
export const change = {
  preview: optional(z.boolean()),
  version: optional(z.int().min(1)),
  expectedTotal: expectedTotalField,
};

/** The reason group of an offer beside a cancellation that the change accepts. It is only counted. */
const offeredFor = optional(z.enum(REASON_GROUPS));

export const changeBoxInput = z.strictObject({ items: boxField, ...change });

/**
 * The input of a frequency change. `after`: the payment date of an upcoming order. Orders up to and including
 * this date do not change. `paymentDay`: the later orders also get this day of the month.
 */
export const changeFrequencyInput = z.strictObject({
  frequency: frequencyField,
  after: dayField,
  paymentDay: optional(paymentDayField),
  offeredFor,
  ...change,
});

export const changePaymentDayInput = z.strictObject({ paymentDay: paymentDayField, ...change });

/** The input of a pause. `until`: the first day after the pause. */
export const pauseInput = z.strictObject({ until: dayField, offeredFor, ...change });

export const resumeInput = z.strictObject(change);

/** The input of an offer beside a cancellation. An unknown reason is rejected as in `cancelInput`. */
export const cancelOfferInput = z.strictObject({ reason: textField });

/**
 * The input of a cancellation. The reason is not checked here: the command rejects an unknown reason with
 * REASON_INVALID.
 */
export const cancelInput = z.strictObject({
  reason: textField,
  comment: optional(textField.max(2000)),
});

export const reactivateInput = z.strictObject({
  when: z.union([z.literal('now'), dayField]),
  frequency: frequencyField,
  expectedTotal: expectedTotalField,
});
