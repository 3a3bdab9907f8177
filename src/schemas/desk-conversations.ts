import './messages';
import { z } from 'zod';
import { ANSWER_MAX } from '@/domain/conversation';
import { SEARCH_MAX } from '@/domain/subscriber-search';
import { NOTE_MAX } from '@/domain/staff';
import { idField, line, optional, textField } from './fields';

/** The lists of the inbox. `mine`: those of the member that are not closed. */
export const CONVERSATION_LISTS = ['open', 'mine', 'waiting', 'closed'] as const;
export type ConversationList = (typeof CONVERSATION_LISTS)[number];

const keyField = z.uuid();

export const conversationListInput = z.strictObject({
  list: z.enum(CONVERSATION_LISTS),
  q: optional(line(SEARCH_MAX)),
});
export const conversationInput = z.strictObject({ conversationId: idField });
export const messagePictureInput = z.strictObject({ messageId: idField });
export const answerInput = conversationInput.extend({
  key: keyField,
  seenId: idField,
  close: z.boolean(),
  text: textField.min(1, 'validation.required').max(ANSWER_MAX),
});
export const conversationNoteInput = conversationInput.extend({
  key: keyField,
  text: textField.min(1, 'validation.required').max(NOTE_MAX),
});
/** `staffId`: the member who answers it; null removes the assignment. */
export const assignInput = conversationInput.extend({ staffId: idField.nullable() });
export const closeInput = conversationInput.extend({ seenId: idField });

export const savedAnswerInput = z.strictObject({
  savedAnswerId: optional(idField),
  title: line(60).min(1, 'validation.required'),
  en: textField.min(1, 'validation.required').max(2000),
  th: textField.min(1, 'validation.required').max(2000),
});
export const savedAnswerIdInput = z.strictObject({ savedAnswerId: idField });
