import './messages';
import { z } from 'zod';
import { idField } from './fields';

export const orderInput = z.strictObject({ orderId: idField });

const skipField = z
  .boolean()
  .nullable()
  .default(true)
  .transform((skip) => skip ?? true);

/** The input of a skip. `skip: false` un-skips the order. */
export const skipInput = z.strictObject({ orderId: idField, skip: skipField });
