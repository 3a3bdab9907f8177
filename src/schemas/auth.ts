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

/** A typed password is only compared: errors never reveal more than whether it is right. */
export const logInInput = z.strictObject({ email: knownEmailField, password: knownPasswordField });

/** For a command without input. */
export const nothingInput = z.strictObject({}).optional();

/** `next`: the page of this site to open after the log-in. */
export const requestMagicLinkInput = z.strictObject({
  email: linkEmailField,
  next: optional(textField.max(300)),
});

/** The secret of an opened link. Opening a link does not use it. */
export const openMagicLinkInput = z.strictObject({ token: secretField });

const loginCodeField = textField
  .transform((typed) => typed.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'validation.loginCode'));

/** The six digits of a link, for the browser that requested it. */
export const loginCodeInput = z.strictObject({ email: knownEmailField, code: loginCodeField });

/** Uses a link by its secret or its digits. */
export const useMagicLinkInput = z.union([z.strictObject({ token: secretField }), loginCodeInput]);

export const reportNotMeInput = z.strictObject({ token: secretField });

export const requestPasswordResetInput = z.strictObject({ email: linkEmailField });

export const resetPasswordInput = z.strictObject({
  token: secretField,
  password: passwordField,
  confirmPassword: textField,
});

export const endSessionInput = z.strictObject({ sessionId: idField });
