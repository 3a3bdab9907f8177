import './messages';
import { z } from 'zod';
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
 * of the subscription that the caller last read.
 */
export const change = { preview: optional(z.boolean()), version: optional(z.int().min(1)) };

export const changeBoxInput = z.strictObject({ items: boxField, ...change });

/**
 * The input of a frequency change. `after`: the payment date of an upcoming order. Orders up to and including
 * this date do not change.
 */
export const changeFrequencyInput = z.strictObject({ frequency: frequencyField, after: dayField, ...change });

export const changePaymentDayInput = z.strictObject({ paymentDay: paymentDayField, ...change });

/** The input of a pause. `until`: the first day after the pause. */
export const pauseInput = z.strictObject({ until: dayField, ...change });

export const resumeInput = z.strictObject(change);

/**
 * The input of a cancellation. The reason is not checked here: the command rejects an unknown reason with
 * REASON_INVALID.
 */
export const cancelInput = z.strictObject({
  reason: textField,
  comment: optional(textField.trim().max(2000)),
});

export const reactivateInput = z.strictObject({
  when: z.union([z.literal('now'), dayField]),
  frequency: frequencyField,
  expectedTotal: expectedTotalField,
});
