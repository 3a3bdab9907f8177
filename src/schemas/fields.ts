import './messages';
import { z } from 'zod';
import { AGE_GROUPS, PASSWORD_MAX, PASSWORD_MIN, PHONE_PATTERN, POSTAL_CODE_PATTERN } from '@/domain/contact';
import { isDay } from '@/domain/day';
import { LOCALES } from '@/domain/locale';
import { PRODUCT_CODES } from '@/domain/product';
import { FREQUENCIES } from '@/domain/subscription';

/*
 * Each field once; forms, tRPC and REST share them. A message that names a key of the locale files is translated;
 * lengths only bound what can be stored.
 */

/** No control characters: what goes into mails and labels stays on its line. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'validation.invalidInput');

export const nameField = line(80).min(1, 'validation.required');
export const emailField = z.string().trim().max(254).pipe(z.email('validation.email'));
/** An e-mail to compare with those we know: whether it is one does not matter. */
export const knownEmailField = line(254).min(1, 'validation.required');
export const passwordField = z.string().min(PASSWORD_MIN, 'validation.password').max(PASSWORD_MAX);
export const knownPasswordField = z.string().min(1, 'validation.required').max(PASSWORD_MAX);
export const phoneField = z.string().regex(PHONE_PATTERN, 'validation.phone');
export const postalCodeField = z.string().regex(POSTAL_CODE_PATTERN, 'validation.postalCode');
export const ageGroupField = z.enum(AGE_GROUPS);
export const localeField = z.enum(LOCALES);
export const frequencyField = z.literal(FREQUENCIES);
export const paymentDayField = z.int().min(1).max(31);
export const codeField = line(40).min(1);
/** Whether there is such a token is for the gateway to say. */
export const cardTokenField = z.string().regex(/^tokn_\w{1,80}$/, 'validation.invalidInput');
export const addressField = line(300).min(1, 'validation.required');
export const placeField = line(100);
/** Whose row it is, and whether there is one, is for the query to say. */
export const idField = z.string().min(1).max(80);
export const dayField = z.string().refine(isDay, 'validation.invalidInput');
export const expiryMonthField = z.int().min(1).max(12);
export const expiryYearField = z.int().min(2000).max(2100);
export const secretField = z.string().min(1).max(200);
export const consentField = z.literal(true, {
  error: ({ input }) => (input === false ? 'validation.consent' : undefined),
});

/** Any number of anything: what makes a box is judged by `checkBox`, whose refusal is BOX_INVALID. */
export const boxField = z.array(z.strictObject({ productCode: z.enum(PRODUCT_CODES), quantity: z.number() }));
