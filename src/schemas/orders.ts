import './messages';
import { z } from 'zod';
import { dayField, idField } from './fields';
import { change } from './subscription';

export const orderInput = z.strictObject({ orderId: idField });

const skipField = z
  .boolean()
  .nullable()
  .default(true)
  .transform((skip) => skip ?? true);

/** The input of a skip. `skip: false` un-skips the order. */
export const skipInput = z.strictObject({ orderId: idField, skip: skipField });

/** The input of a move. `date`: the new payment date of this order. */
export const moveInput = z.strictObject({ orderId: idField, date: dayField, ...change });
