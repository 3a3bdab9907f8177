import './messages';
import { z } from 'zod';
import { APOLOGY_POINTS_MAX } from '@/domain/points';
import { NOTE_MAX, TAG_MAX, TAGS_MAX } from '@/domain/staff';
import { SEARCH_MAX, SEARCH_MIN, SEARCH_PAGES } from '@/domain/subscriber-search';
import { CANCEL_REASONS } from '@/domain/cancel-reason';
import {
  boxField,
  dayField,
  emailField,
  frequencyField,
  idField,
  line,
  name,
  nameField,
  optional,
  paymentDayField,
  phoneField,
  textField,
} from './fields';
import { deliveryInput } from './registration';

const pageField = z.int().min(1).max(10_000);
const noteField = textField.min(1, 'validation.required').max(NOTE_MAX);
const accountId = idField;
/** Why the member changes something. It is kept as a note. */
const reason = optional(textField.max(NOTE_MAX));
const version = z.int();
/** Whether the change is only shown, and not made. */
const preview = z.boolean();

export const searchInput = z.strictObject({
  q: line(SEARCH_MAX).min(SEARCH_MIN),
  /** The page of the hits, from 1. */
  page: optional(z.coerce.number().int().min(1).max(SEARCH_PAGES)),
});
/** `page`: of the history. `ordersPage`: of the orders whose payment date has come. */
export const viewInput = z.strictObject({ accountId, page: pageField, ordersPage: pageField });
export const accountInput = z.strictObject({ accountId });
export const messageOfSubscriberInput = z.strictObject({ accountId, messageId: idField });
export const addNoteInput = z.strictObject({ accountId, body: noteField });

/** `followUpOn`: the day on which to come back; `staffId`: the member who cares. */
export const marks = z.strictObject({
  tags: z
    .array(name(TAG_MAX))
    .max(TAGS_MAX)
    .overwrite((tags) => [...new Set(tags)]),
  followUpOn: dayField.nullable(),
  staffId: idField.nullable(),
});
/** `before`: the marks that an undo takes back. */
export const marksInput = marks.extend({ accountId, before: marks.optional() });

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

const planChange = z.discriminatedUnion('kind', [
  deliveryInput.extend({ kind: z.literal('address') }),
  z.strictObject({ kind: z.literal('box'), items: boxField }),
  /** Orders up to and including the date `after` do not change. */
  z.strictObject({ kind: z.literal('frequency'), frequency: frequencyField, after: dayField }),
  z.strictObject({ kind: z.literal('payment_day'), paymentDay: paymentDayField }),
]);
const contactChange = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('person'),
    firstName: nameField,
    lastName: nameField,
    phone: phoneField,
  }),
  z.strictObject({ kind: z.literal('email'), email: emailField }),
]);
const callerChange = z.union([planChange, contactChange]);
/** A change for a subscriber who asks by phone or in a message. */
export type CallerChange = z.output<typeof callerChange>;
export const previewChangeInput = z.strictObject({ accountId, version, change: callerChange });
export const changePlanInput = z.strictObject({ accountId, version, reason, change: planChange });
export const changeContactInput = z.strictObject({ accountId, version, reason, change: contactChange });
