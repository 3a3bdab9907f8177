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

/** `preview`: what would be is answered and nothing is written. `version`: of the subscription the caller looked at. */
const change = { preview: optional(z.boolean()), version: optional(z.int().min(1)) };

export const changeBoxInput = z.strictObject({ items: boxField, ...change });

/** `after`: one of the upcoming payment dates; orders up to and including it stay. */
export const changeFrequencyInput = z.strictObject({ frequency: frequencyField, after: dayField, ...change });

export const changePaymentDayInput = z.strictObject({ paymentDay: paymentDayField, ...change });

/** Which reasons there are is judged by the rule, whose refusal is REASON_INVALID. */
export const cancelInput = z.strictObject({
  reason: textField,
  comment: optional(textField.trim().max(2000)),
});

export const reactivateInput = z.strictObject({
  when: z.union([z.literal('now'), dayField]),
  frequency: frequencyField,
  expectedTotal: expectedTotalField,
});
