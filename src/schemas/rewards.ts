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

/** Redeems points for a pack; without an order it is added to the first upcoming order without one. */
export const redeemInput = z.strictObject({
  productCode: productCodeField,
  orderId: optional(idField),
});

/** Attaches the code to a registration in progress (null removes it); otherwise checks it for a box. */
export const applyCodeInput = z.strictObject({
  code: typedCodeField.nullable(),
  items: optional(boxField),
  postalCode: optional(textField),
});

/** The milestone whose congratulation is closed: 1 for ten orders. A field called `number` would be taken for a card's. */
export const seeMilestoneInput = z.strictObject({ milestone: z.int().min(1).max(100_000) });

export const invitationInput = z.strictObject({ code: codeField });
