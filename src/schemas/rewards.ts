import './messages';
import { z } from 'zod';
import {
  boxField,
  codeField,
  idField,
  optional,
  productCodeField,
  textField,
  typedCodeField,
} from './fields';

/** A pack for points; without an order it rides in the first upcoming one that has none. */
export const redeemInput = z.strictObject({
  productCode: productCodeField,
  orderId: optional(idField),
});

/** With a registration in progress the code is attached to it (null removes it); otherwise it is checked for a box. */
export const applyCodeInput = z.strictObject({
  code: typedCodeField.nullable(),
  items: optional(boxField),
  postalCode: optional(textField),
});

/** Which milestone's congratulation is closed: 1 for ten orders. A field called `number` would be taken for a card's. */
export const seeMilestoneInput = z.strictObject({ milestone: z.int().min(1).max(100_000) });

export const invitationInput = z.strictObject({ code: codeField });
