import './messages';
import { z } from 'zod';
import { PRODUCT_CODES } from '@/domain/product';
import { boxField, codeField, idField } from './fields';

/** A pack for points; without an order it rides in the first upcoming one that has none. */
export const redeemInput = z.strictObject({
  productCode: z.enum(PRODUCT_CODES),
  orderId: idField.optional(),
});

/** With a registration in progress the code is attached to it (null removes it); otherwise it is checked for a box. */
export const applyCodeInput = z.strictObject({
  code: codeField.nullable(),
  items: boxField.optional(),
  postalCode: z.string().optional(),
});

/** Which milestone's congratulation is closed: 1 for ten orders. A field called `number` would be taken for a card's. */
export const seeMilestoneInput = z.strictObject({ milestone: z.int().min(1) });

export const invitationInput = z.strictObject({ code: codeField });
