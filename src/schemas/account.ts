import './messages';
import { z } from 'zod';
import {
  ageGroupField,
  emailField,
  knownPasswordField,
  localeField,
  nameField,
  passwordField,
  phoneField,
  secretField,
} from './fields';
import { deliveryInput } from './registration';

/** Only what is given changes; `ageGroup: null` forgets it. */
export const updateDetailsInput = z.strictObject({
  firstName: nameField.optional(),
  lastName: nameField.optional(),
  phone: phoneField.optional(),
  ageGroup: ageGroupField.nullish(),
  locale: localeField.optional(),
});

export const updateAddressInput = deliveryInput.extend({
  preview: z.boolean().optional(),
  version: z.int().min(1).optional(),
});

/** The password is left out only by an account without one. */
export const updateEmailInput = z.strictObject({
  email: emailField,
  password: knownPasswordField.optional(),
});

export const confirmEmailChangeInput = z.strictObject({ token: secretField });

export const updatePasswordInput = z.strictObject({
  currentPassword: knownPasswordField.optional(),
  password: passwordField,
  confirmPassword: z.string().max(256),
});

/** The password is left out only by an account without one. */
export const deleteAccountInput = z.strictObject({ password: knownPasswordField.optional() });
