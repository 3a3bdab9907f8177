import './messages';
import { z } from 'zod';
import { LATER_ORDERS } from '@/domain/order-now';
import { branchField, buyerAddressField, buyerNameField, taxIdField } from './buyer';
import { boxField, dayField, idField, optional } from './fields';
import { deliveryInput } from './registration';
import { change } from './subscription';

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

/** The input that sends one order to another address. */
export const orderAddressInput = deliveryInput.extend({ orderId: idField, ...change });

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
