import './messages';
import { z } from 'zod';
import {
  ageGroupField,
  confirmPasswordField,
  emailField,
  knownPasswordField,
  localeField,
  nameField,
  optional,
  passwordField,
  phoneField,
  secretField,
  textField,
} from './fields';
import { deliveryInput } from './registration';
import { change } from './subscription';

/**
 * The input of a change of personal details. Omitted fields do not change. `ageGroup: null` deletes the age
 * group.
 */
export const updateDetailsInput = z.strictObject({
  firstName: optional(nameField),
  lastName: optional(nameField),
  phone: optional(phoneField),
  ageGroup: ageGroupField.nullish(),
  locale: optional(localeField),
});

export const updateMessagesInput = z.strictObject({ optionalMessages: z.boolean() });

export const unsubscribeInput = z.strictObject({ token: textField.max(200) });

export const updateAddressInput = deliveryInput.extend(change);

/**
 * The password that a sensitive change needs in addition to the session. It can be omitted in the first ten
 * minutes after a log-in.
 */
const proof = { password: optional(knownPasswordField) };

export const proofInput = z.strictObject(proof).optional();

export const updateEmailInput = z.strictObject({
  email: emailField,
  ...proof,
});

export const confirmEmailChangeInput = z.strictObject({ token: secretField });

export const updatePasswordInput = z.strictObject({
  currentPassword: optional(knownPasswordField),
  password: passwordField,
  confirmPassword: confirmPasswordField,
});

export const deleteAccountInput = z.strictObject(proof);
