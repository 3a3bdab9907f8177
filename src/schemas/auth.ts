import { z } from 'zod';
import {
  idField,
  knownEmailField,
  knownPasswordField,
  linkEmailField,
  optional,
  passwordField,
  secretField,
  textField,
} from './fields';

/** What is typed to log in is compared, not judged: no rule says more about a password than whether it is right. */
export const logInInput = z.strictObject({ email: knownEmailField, password: knownPasswordField });

/** For a command that takes nothing. */
export const nothingInput = z.strictObject({}).optional();

/** `next`: one of our own pages, to be opened once they are in. */
export const requestMagicLinkInput = z.strictObject({
  email: linkEmailField,
  next: optional(textField.max(300)),
});

/** The secret of the link that was opened; opening alone never uses it up. */
export const openMagicLinkInput = z.strictObject({ token: secretField });

const loginCodeField = textField
  .transform((typed) => typed.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'validation.loginCode'));

/** The six digits that came with a link, for the browser that asked for it. */
export const loginCodeInput = z.strictObject({ email: knownEmailField, code: loginCodeField });

/** Uses a link up: by its secret, or by its digits. */
export const useMagicLinkInput = z.union([z.strictObject({ token: secretField }), loginCodeInput]);

export const reportNotMeInput = z.strictObject({ token: secretField });

export const requestPasswordResetInput = z.strictObject({ email: linkEmailField });

export const resetPasswordInput = z.strictObject({
  token: secretField,
  password: passwordField,
  confirmPassword: textField,
});

export const endSessionInput = z.strictObject({ sessionId: idField });
