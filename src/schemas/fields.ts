import './messages';
import { z } from 'zod';
import { AGE_GROUPS, PASSWORD_MAX, PASSWORD_MIN, PHONE_PATTERN, POSTAL_CODE_PATTERN } from '@/domain/contact';
import { isDay } from '@/domain/day';
import { LOCALES } from '@/domain/locale';
import { PRODUCT_CODES, type ProductCode } from '@/domain/product';
import { FREQUENCIES } from '@/domain/subscription';

/*
 * The fields that forms, tRPC and REST share. A message that is a key of the locale files is translated. The
 * length limits are the limits of what can be stored.
 */

/**
 * A text that the database can store: without the NUL character, which PostgreSQL rejects, and without
 * unpaired surrogates, which UTF-8 cannot encode.
 */
export const textField = z
  .string()
  .refine((text) => !/[\u0000\p{Surrogate}]/u.test(text), 'validation.invalidInput');

/** Returns the schema of an optional field. Null is treated as omitted. */
export const optional = <F extends z.ZodType>(field: F) =>
  field
    .nullish()
    .transform((given) => given ?? undefined)
    .optional();

/**
 * Returns the schema of a text of one line: without control characters, and at most `max` characters long.
 */
export const line = (max: number) =>
  textField
    .trim()
    .max(max)
    .regex(/^[^\u0001-\u001f\u007f]*$/, 'validation.invalidInput');

export const nameField = line(80).min(1, 'validation.required');
const emailText = textField.trim().max(254);
export const emailField = emailText.pipe(z.email('validation.email'));
/** The e-mail to which a link is sent. It is not stored. An invalid e-mail has the generic error message. */
export const linkEmailField = emailText.pipe(z.email());
/** An e-mail that is compared with stored e-mails. Its format is not checked. */
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
/**
 * A typed discount or referral code. Its format is not checked here: the command rejects an invalid code with
 * CODE_INVALID.
 */
export const typedCodeField = z.string();
/** A card token of the gateway. Only its format is checked here. The gateway rejects an unknown token. */
export const cardTokenField = textField.regex(/^tokn_\w{1,80}$/, 'validation.invalidInput');
export const addressField = line(300).min(1, 'validation.required');
export const placeField = line(100);
/**
 * The id of a row. Only its format is checked here. The query checks that the row exists and belongs to the
 * caller.
 */
export const idField = textField.min(1).max(80);
export const dayField = textField.refine(isDay, 'validation.invalidInput');
export const expiryMonthField = z.int().min(1).max(12);
export const expiryYearField = z.int().min(2000).max(2100);
export const secretField = textField.min(1).max(200);
/** The total in satang that the subscriber saw. A payment call with another total is rejected. */
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

/** A product code. Only its format is checked here. Each command has its own error for an unknown product. */
export const productCodeField = textField
  .meta({ enum: [...PRODUCT_CODES] })
  .transform((code) => code as ProductCode);

/**
 * The products and quantities of a box. They are not checked here: `checkBox` rejects an invalid box with
 * BOX_INVALID.
 */
export const boxField = z.array(z.strictObject({ productCode: productCodeField, quantity: z.number() }));
