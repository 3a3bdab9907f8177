import './messages';
import { z } from 'zod';
import {
  boxField,
  codeField,
  idField,
  identifierField,
  optional,
  productCodeField,
  typedCodeField,
} from './fields';

/**
 * The input of a redemption of points for a pack. Without an order, the pack is added to the first upcoming
 * order that has no free product.
 */
export const redeemInput = z.strictObject({
  productCode: productCodeField,
  orderId: optional(idField),
});

/**
 * The input of a code. During a registration, the code is saved with the registration, and null removes it.
 * Without a registration, the code is only checked for the given box.
 */
export const applyCodeInput = z.strictObject({
  code: typedCodeField.nullable(),
  items: optional(boxField),
  postalCode: optional(identifierField),
});

/**
 * The milestone whose congratulation the subscriber closes: 1 for ten orders. The field is not called
 * `number`, because the API refuses that name as card data.
 */
export const seeMilestoneInput = z.strictObject({ milestone: z.int().min(1).max(100_000) });

export const invitationInput = z.strictObject({ code: codeField });
