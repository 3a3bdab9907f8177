import { z } from 'zod';
import {
  confirmPasswordField,
  idField,
  knownEmailField,
  knownPasswordField,
  linkEmailField,
  oneTimeCodeField,
  optional,
  passwordField,
  secretField,
  textField,
} from './fields';

/**
 * The input of a log-in. The format of the password is not checked: every wrong password gets the same error.
 */
export const logInInput = z.strictObject({ email: knownEmailField, password: knownPasswordField });

/** The input of a command without input fields. */
export const nothingInput = z.strictObject({}).optional();

/** The input of a request for a login link. `next`: the page of this site that opens after the log-in. */
export const requestMagicLinkInput = z.strictObject({
  email: linkEmailField,
  next: optional(textField.max(300)),
});

/** The input with the secret of a login link. Opening the link does not invalidate it. */
export const openMagicLinkInput = z.strictObject({ token: secretField });

/** The e-mail and the six digits of a login link, typed in the browser that requested the link. */
export const loginCodeInput = z.strictObject({ email: knownEmailField, code: oneTimeCodeField });

/** The input of a log-in with a link: the secret of the link, or its six digits. */
export const useMagicLinkInput = z.union([z.strictObject({ token: secretField }), loginCodeInput]);

export const reportNotMeInput = z.strictObject({ token: secretField });

export const requestPasswordResetInput = z.strictObject({ email: linkEmailField });

export const resetPasswordInput = z.strictObject({
  token: secretField,
  password: passwordField,
  confirmPassword: confirmPasswordField,
});

export const endSessionInput = z.strictObject({ sessionId: idField });
