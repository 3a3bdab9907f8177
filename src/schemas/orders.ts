import './messages';
import { z } from 'zod';
import { LATER_ORDERS } from '@/domain/order-now';
import {
  boxField,
  dayField,
  identifierField,
  idField,
  line,
  optional,
  phoneField,
  recipientNameField,
} from './fields';
import { deliveryInput } from './registration';
import { change } from './subscription';
import {
  BRANCH_PATTERN,
  BUYER_ADDRESS_MAX,
  BUYER_NAME_MAX,
  HEAD_OFFICE,
  isTaxId,
  PRINTABLE_PATTERN,
} from '@/domain/tax-invoice';

/* The fields of the buyer on a tax invoice. */

const printed = (max: number) =>
  line(max).min(1, 'validation.required').regex(PRINTABLE_PATTERN, 'validation.invalidInput');

export const buyerNameField = printed(BUYER_NAME_MAX);
export const buyerAddressField = printed(BUYER_ADDRESS_MAX);

/** A tax id. Spaces and hyphens are removed, as on a citizen's card. */
export const taxIdField = identifierField
  .min(1, 'validation.required')
  .max(40)
  .transform((text) => text.replace(/[\s-]/g, ''))
  .refine(isTaxId, 'validation.taxId')
  .describe('13 digits with a valid check digit. Spaces and hyphens are ignored.');

export const branchField = identifierField
  .regex(BRANCH_PATTERN, 'validation.branch')
  .nullish()
  .transform((branch) => branch ?? null)
  .describe(`The 5 digits of a company's branch: ${HEAD_OFFICE} is the head office. Null for a person.`);

export const orderInput = z.strictObject({ orderId: idField });

const skipField = z
  .boolean()
  .nullable()
  .default(true)
  .transform((skip) => skip ?? true);

/** The input of a skip. `skip: false` un-skips the order. */
export const skipInput = z.strictObject({ orderId: idField, skip: skipField });

/**
 * The input of an order now. `later`: whether the later orders keep their dates, or the schedule restarts today.
 */
export const orderNowInput = z.strictObject({
  later: optional(z.enum(LATER_ORDERS)).describe('keep: the later orders keep their dates (default)'),
  ...change,
});

/** The input of a move. `date`: the new payment date of this order. */
export const moveInput = z.strictObject({ orderId: idField, date: dayField, ...change });

/** The input of a change of one order's contents. */
export const orderBoxInput = z.strictObject({ orderId: idField, items: boxField, ...change });

/** The input that removes an order's own contents. */
export const usualBoxInput = z.strictObject({ orderId: idField, ...change });

const orderPlace = deliveryInput.extend({
  recipientName: optional(recipientNameField).describe('who receives the box; omitted: the subscriber'),
  recipientPhone: optional(phoneField).describe('the number that the courier calls'),
});

/** A recipient has a name and a phone number. */
function requireBoth(
  { recipientName, recipientPhone }: z.output<typeof orderPlace>,
  context: z.RefinementCtx,
): void {
  if ((recipientName === undefined) === (recipientPhone === undefined)) return;
  const path = [recipientName === undefined ? 'recipientName' : 'recipientPhone'];
  context.addIssue({ code: 'custom', path, message: 'validation.required' });
}

/** The delivery address of one order. */
export const orderPlaceInput = orderPlace.superRefine(requireBoth);

/** The input that sends one order to another address, or to another person. */
export const orderAddressInput = orderPlace.extend({ orderId: idField, ...change }).superRefine(requireBoth);

/** The input that requests the tax invoice of a paid order. */
export const taxInvoiceInput = z.strictObject({
  orderId: idField,
  name: buyerNameField,
  address: buyerAddressField,
  taxId: taxIdField,
  branch: branchField,
});

/** The input that removes the own address of an order. */
export const usualAddressInput = z.strictObject({ orderId: idField, ...change });
