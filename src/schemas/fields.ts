import './messages';
import { z } from 'zod';
import { AGE_GROUPS, PASSWORD_MAX, PASSWORD_MIN, PHONE_PATTERN, POSTAL_CODE_PATTERN } from '@/domain/contact';
import { isDay } from '@/domain/day';
import { LOCALES } from '@/domain/locale';
import { PRODUCT_CODES, type ProductCode } from '@/domain/product';
import { FREQUENCIES } from '@/domain/subscription';

/*
 * Each field once; forms, tRPC and REST share them. A message that names a key of the locale files is translated;
 * lengths only bound what can be stored.
 */

/** Any text at all that can be kept: PostgreSQL takes no NUL, and UTF-8 has no half of a character. */
export const textField = z
  .string()
  .refine((text) => !/[\u0000\p{Surrogate}]/u.test(text), 'validation.invalidInput');

/** A field that may be left out; null says the same. */
export const optional = <F extends z.ZodType>(field: F) =>
  field
    .nullish()
    .transform((given) => given ?? undefined)
    .optional();

/** No other control characters either: what goes into mails and labels stays on its line. */
const line = (max: number) =>
  textField
    .trim()
    .max(max)
    .regex(/^[^\u0001-\u001f\u007f]*$/, 'validation.invalidInput');

export const nameField = line(80).min(1, 'validation.required');
const emailText = textField.trim().max(254);
export const emailField = emailText.pipe(z.email('validation.email'));
/** An e-mail that a link is asked for; nothing is kept of it, and its message is the generic one. */
export const linkEmailField = emailText.pipe(z.email());
/** An e-mail to compare with those we know: whether it is one does not matter. */
export const knownEmailField = line(254).min(1, 'validation.required');
export const passwordField = textField.min(PASSWORD_MIN, 'validation.password').max(PASSWORD_MAX);
export const knownPasswordField = textField.min(1, 'validation.required').max(PASSWORD_MAX);
export const phoneField = textField.regex(PHONE_PATTERN, 'validation.phone');
export const postalCodeField = textField.regex(POSTAL_CODE_PATTERN, 'validation.postalCode');
export const ageGroupField = z.enum(AGE_GROUPS);
export const localeField = z.enum(LOCALES);
export const frequencyField = z.literal(FREQUENCIES);
export const paymentDayField = z.int().min(1).max(31);
export const codeField = line(40).min(1);
/** As it was typed: whether it is a code at all is a question of its own, whose refusal is CODE_INVALID. */
export const typedCodeField = z.string();
/** Whether there is such a token is for the gateway to say. */
export const cardTokenField = textField.regex(/^tokn_\w{1,80}$/, 'validation.invalidInput');
export const addressField = line(300).min(1, 'validation.required');
export const placeField = line(100);
/** Whose row it is, and whether there is one, is for the query to say. */
export const idField = textField.min(1).max(80);
export const dayField = textField.refine(isDay, 'validation.invalidInput');
export const expiryMonthField = z.int().min(1).max(12);
export const expiryYearField = z.int().min(2000).max(2100);
export const secretField = textField.min(1).max(200);
/** The total that was shown to the subscriber, in satang; a payment call that would ask for another one is refused. */
export const expectedTotalField = optional(
  z.int().min(0).describe('satang that were shown; another total answers TOTAL_CHANGED and charges nothing'),
);
export const consentField = z.literal(true, {
  error: ({ input }) => (input === false ? 'validation.consent' : undefined),
});
export const chargingConsentField = optional(
  z
    .literal(true, { error: ({ input }) => (input === false ? 'validation.chargingConsent' : undefined) })
    .describe(
      'consent to being charged; with it, consent is about the use of data alone, without it about both',
    ),
);

/** Which products there are is for the catalogue to say; each command has its own refusal for one that there is not. */
export const productCodeField = textField
  .meta({ enum: [...PRODUCT_CODES] })
  .transform((code) => code as ProductCode);

/** Any number of anything: what makes a box is judged by `checkBox`, whose refusal is BOX_INVALID. */
export const boxField = z.array(z.strictObject({ productCode: productCodeField, quantity: z.number() }));
