import './messages';
import { z } from 'zod';
import { BROADCAST_PURPOSES, BROADCAST_TEXT_MAX, unknownFields } from '@/domain/broadcast';
import { idField, textField } from './fields';
import { subscriberFilter } from './subscriber-filter';

const text = textField
  .max(BROADCAST_TEXT_MAX)
  .refine((typed) => unknownFields(typed).length === 0, 'validation.openField');

export const broadcastInput = z.strictObject({
  filter: subscriberFilter,
  purpose: z.enum(BROADCAST_PURPOSES),
  en: text,
  th: text,
});
export type BroadcastInput = z.output<typeof broadcastInput>;
/** `people`: the number of readers that its author saw; `key`: what it is sent once by. */
export const sendBroadcastInput = broadcastInput.extend({ people: z.int().min(1), key: z.uuid() });
export const broadcastIdInput = z.strictObject({ broadcastId: idField });
