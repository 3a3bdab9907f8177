import './messages';
import { z } from 'zod';
import { APOLOGY_POINTS_MAX } from '@/domain/points';
import { NOTE_MAX } from '@/domain/staff';
import { SEARCH_MAX, SEARCH_MIN } from '@/domain/subscriber-search';
import { CANCEL_REASONS } from '@/domain/cancel-reason';
import { dayField, idField, line, optional, textField } from './fields';

const pageField = z.int().min(1).max(10_000);
const noteField = textField.min(1, 'validation.required').max(NOTE_MAX);
const accountId = idField;
/** Why the member changes something. It is kept as a note. */
const reason = optional(textField.max(NOTE_MAX));
const version = z.int();
/** Whether the change is only shown, and not made. */
const preview = z.boolean();

export const searchInput = z.strictObject({ q: line(SEARCH_MAX).min(SEARCH_MIN) });
/** `page`: of the history. `ordersPage`: of the orders whose payment date has come. */
export const viewInput = z.strictObject({ accountId, page: pageField, ordersPage: pageField });
export const accountInput = z.strictObject({ accountId });
export const messageOfSubscriberInput = z.strictObject({ accountId, messageId: idField });
export const addNoteInput = z.strictObject({ accountId, body: noteField });

export const deskSkipInput = z.strictObject({ accountId, orderId: idField, skip: z.boolean(), reason });
export const deskMoveInput = z.strictObject({
  accountId,
  orderId: idField,
  date: dayField,
  version,
  preview,
  reason,
});
/** `until`: the first day after the pause; null ends the pause. */
export const deskPauseInput = z.strictObject({
  accountId,
  until: dayField.nullable(),
  version,
  preview,
  reason,
});
export const deskCancelInput = z.strictObject({
  accountId,
  reason,
  why: z.enum(CANCEL_REASONS),
});
export const deskActInput = z.strictObject({ accountId, reason });
export const deskPointsInput = z.strictObject({
  accountId,
  version,
  points: z.int().min(1).max(APOLOGY_POINTS_MAX),
  reason: noteField,
});
