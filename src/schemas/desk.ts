import './messages';
import { z } from 'zod';
import { STAFF_NAME_MAX, STAFF_ROLES, TOKEN_DAYS_MAX, TOKEN_SCOPES } from '@/domain/staff';
import {
  dayField,
  emailField,
  idField,
  line,
  linkEmailField,
  localeField,
  optional,
  textField,
} from './fields';
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

/** Why the staff does something. It is in the audit. */
const whyField = textField.trim().min(1, 'validation.required').max(500);
export const rowIdInput = z.strictObject({ id: line(200).min(1) });
/** The ids of money and of messages differ, because different roles may dismiss them. */
const idOf = (...prefixes: string[]) =>
  idField.regex(new RegExp(`^(${prefixes.join('|')})_`), 'validation.invalidInput');
export const dismissMoneyInput = z.strictObject({ id: idOf('mon', 'trf'), why: whyField });
export const dismissMessageInput = z.strictObject({ id: idOf('msg'), why: whyField });

/** The numbers of a day. Each is the count of the rows that its list shows. */
export const DAY_LISTS = ['charged', 'declined', 'refunded', 'sent', 'openLinks'] as const;
export type DayList = (typeof DAY_LISTS)[number];
export const dayListInput = z.strictObject({
  list: z.enum(DAY_LISTS),
  day: optional(dayField),
});

const satangField = z.int().min(1).max(1_000_000_000);
export const refundInput = z.strictObject({
  target: idOf('ord', 'mon'),
  /** Satang; missing for all that is left. */
  amount: optional(satangField),
  why: whyField,
});
export const refundIdInput = z.strictObject({ refundId: idOf('rfd') });
export const decideDisputeInput = z.strictObject({
  target: idOf('dsp'),
  decision: z.enum(['allow', 'stop', 'lost']),
  why: whyField,
});
export const bookTransferInput = z.strictObject({
  /** The reference of a payment link, or an order id. */
  target: line(60).min(1, 'validation.required'),
  amount: satangField,
  paidOn: optional(dayField),
  /** A listed transfer that this is; missing for a transfer that only the staff has seen. */
  transferId: optional(idOf('trf')),
});
/** A bank statement as text. 2 MB hold a year of a small shop. */
export const statementInput = z.strictObject({
  text: z.string().min(1, 'validation.required').max(2_000_000),
});
export const monthInput = z.strictObject({ month: textField.regex(/^20\d{2}-(0[1-9]|1[0-2])$/) });
