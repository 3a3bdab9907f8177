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

/** `preview`: returns the result without writing it. `version`: of the subscription that the caller read. */
const change = { preview: optional(z.boolean()), version: optional(z.int().min(1)) };

export const changeBoxInput = z.strictObject({ items: boxField, ...change });

/** `after`: an upcoming payment date; orders up to and including it do not change. */
export const changeFrequencyInput = z.strictObject({ frequency: frequencyField, after: dayField, ...change });

export const changePaymentDayInput = z.strictObject({ paymentDay: paymentDayField, ...change });

/** The rule validates the reason and rejects it with REASON_INVALID. */
export const cancelInput = z.strictObject({
  reason: textField,
  comment: optional(textField.trim().max(2000)),
});

export const reactivateInput = z.strictObject({
  when: z.union([z.literal('now'), dayField]),
  frequency: frequencyField,
  expectedTotal: expectedTotalField,
});
