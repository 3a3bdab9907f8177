import './messages';
import { z } from 'zod';
import { idField } from './fields';

export const orderInput = z.strictObject({ orderId: idField });

/** `skip: false` un-skips. */
export const skipInput = z.strictObject({ orderId: idField, skip: z.boolean().default(true) });
