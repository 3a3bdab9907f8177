import './messages';
import { z } from 'zod';
import { CONTACT_TEXT_MAX, CONTACT_TOPICS } from '@/domain/conversation';
import { emailField, idField, localeField, nameField, optional, secretField, textField } from './fields';

const text = textField.min(1, 'validation.required').max(CONTACT_TEXT_MAX);

/** A random id that the browser makes, so that a repeated call is received once. */
const keyField = z.uuid();

/** The contact form. `name` and `email` are required without a log-in, and ignored with one. */
export const contactInput = z.strictObject({
  key: keyField,
  topic: z.enum(CONTACT_TOPICS),
  name: optional(nameField),
  email: optional(emailField),
  /** Ignored without a log-in. */
  aboutOrderId: optional(idField),
  locale: localeField,
  text,
});

/** The contact form of a visitor without a log-in. */
export const strangerContactInput = contactInput.extend({ name: nameField, email: emailField });

export const talkInput = z.strictObject({ token: secretField });
export const writeOnTalkInput = z.strictObject({ token: secretField, key: keyField, text });
