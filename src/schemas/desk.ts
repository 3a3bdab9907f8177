import './messages';
import { z } from 'zod';
import { STAFF_NAME_MAX, STAFF_ROLES, TOKEN_DAYS_MAX, TOKEN_SCOPES } from '@/domain/staff';
import { emailField, idField, line, linkEmailField, localeField, textField } from './fields';
import { addPasskeyInput } from './passkeys';

const secretField = textField.min(1).max(200);
const staffNameField = line(STAFF_NAME_MAX).min(1, 'validation.required');
/** A code of an authenticator app. Spaces between the digits are ignored. */
const appCodeField = textField
  .max(20)
  .transform((typed) => typed.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'validation.loginCode'));

export const staffLinkInput = z.strictObject({ email: linkEmailField });
export const secretInput = z.strictObject({ secret: secretField });
/** The form of a code. */
export const appCodeInput = z.strictObject({ code: appCodeField });
export const staffCodeInput = z.strictObject({ secret: secretField, code: appCodeField });
export const joinWithAppInput = staffCodeInput.extend({ name: staffNameField });
export const joinWithPasskeyInput = z.strictObject({
  secret: secretField,
  name: staffNameField,
  response: addPasskeyInput.shape.response,
});
export const staffNameInput = z.strictObject({ name: staffNameField });

const roleField = z.enum(STAFF_ROLES);
export const inviteStaffInput = z.strictObject({ email: emailField, role: roleField, locale: localeField });
export const staffIdInput = z.strictObject({ staffId: idField });
export const changeRoleInput = z.strictObject({ staffId: idField, role: roleField });

export const createTokenInput = z.strictObject({
  name: staffNameField,
  scopes: z.array(z.enum(TOKEN_SCOPES)).min(1, 'validation.required'),
  days: z.int().min(1).max(TOKEN_DAYS_MAX),
});
export const tokenIdInput = z.strictObject({ tokenId: idField });
