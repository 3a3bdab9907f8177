import './messages';
import { z } from 'zod';
import {
  AGE_GROUPS,
  EMAIL_PATTERN,
  mailAddress,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PHONE_PATTERN,
  POSTAL_CODE_PATTERN,
} from '@/domain/contact';
import { isDay } from '@/domain/day';
import { LOCALES } from '@/domain/locale';
import { PRODUCT_CODES, type ProductCode } from '@/domain/product';
import { FREQUENCIES } from '@/domain/subscription';
import { joinLines, normaliseIdentifier, normalisePassword, normaliseText } from '@/domain/text';

/*
 * The fields that forms, tRPC and REST share. A message that is a key of the locale files is translated. The
 * length limits are the limits of what can be stored.
 */

/**
 * A text that the database can store, exactly as given: without the NUL character, which PostgreSQL rejects, and
 * without unpaired surrogates, which UTF-8 cannot encode.
 */
const exactText = z
  .string()
  .refine((text) => !/[\u0000\p{Surrogate}]/u.test(text), 'validation.invalidInput');

/** A text in the form in which texts are stored and compared: normalised and trimmed. */
export const textField = exactText.overwrite(normaliseText);

/** A number, code, phone number or reference: a text in ASCII as far as it has ASCII forms. */
export const identifierField = exactText.overwrite(normaliseIdentifier);

/** Returns the schema of an optional field. Null is treated as omitted. */
export const optional = <F extends z.ZodType>(field: F) =>
  field
    .nullish()
    .transform((given) => given ?? undefined)
    .optional();

const NO_CONTROLS = /^[^\u0001-\u001f\u007f-\u009f]*$/;

/**
 * Returns the schema of a text of one line: at most `max` characters, with blanks for tabs and line breaks, without
 * other control characters.
 */
export const line = (max: number) =>
  textField.overwrite(joinLines).max(max).regex(NO_CONTROLS, 'validation.invalidInput');

/** Returns the schema of a name. A name of two lines was pasted by mistake, and a name of marks alone is empty. */
export const name = (max: number) =>
  textField
    .regex(/^[^\n\r]*$/, 'validation.invalidInput')
    .overwrite(joinLines)
    .min(1, 'validation.required')
    .max(max)
    .regex(NO_CONTROLS, 'validation.invalidInput')
    .refine((text) => text === '' || /[\p{L}\p{N}\p{P}\p{S}]/u.test(text), 'validation.required');

export const nameField = name(80);
/** First and last name together. */
export const recipientNameField = name(160);
const emailText = exactText.overwrite(mailAddress).max(254);
export const emailField = emailText.pipe(z.email({ pattern: EMAIL_PATTERN, error: 'validation.email' }));
/** The e-mail to which a link is sent. It is not stored. An invalid e-mail has the generic error message. */
export const linkEmailField = emailText.pipe(z.email({ pattern: EMAIL_PATTERN }));
/** An e-mail that is compared with stored e-mails. Its format is not checked. */
export const knownEmailField = textField
  .min(1, 'validation.required')
  .max(254)
  .regex(NO_CONTROLS, 'validation.invalidInput');
/** A password as typed. It is normalised for its hash; a shorter form than typed must be long enough, too. */
export const passwordField = exactText
  .min(PASSWORD_MIN, 'validation.password')
  .max(PASSWORD_MAX)
  .refine(
    (text) => text.length < PASSWORD_MIN || normalisePassword(text).length >= PASSWORD_MIN,
    'validation.password',
  );
export const confirmPasswordField = exactText.max(PASSWORD_MAX);
export const knownPasswordField = exactText.min(1, 'validation.required').max(PASSWORD_MAX);
export const phoneField = identifierField.regex(PHONE_PATTERN, 'validation.phone');
export const postalCodeField = identifierField.regex(POSTAL_CODE_PATTERN, 'validation.postalCode');
/** A code of a mail or of an authenticator app. Spaces and dashes between the digits are ignored. */
export const oneTimeCodeField = identifierField
  .max(40)
  .transform((typed) => typed.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'validation.loginCode'));
export const ageGroupField = z.enum(AGE_GROUPS);
export const localeField = z.enum(LOCALES);
export const frequencyField = z.literal(FREQUENCIES);
export const paymentDayField = z.int().min(1).max(31);
/** A code that staff types, or the last part of an invitation's address. */
export const codeField = line(300).min(1, 'validation.required');
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
export const dayField = identifierField.refine(isDay, 'validation.invalidInput');
export const expiryMonthField = z.int().min(1).max(12);
export const expiryYearField = z.int().min(2000).max(2100);
export const secretField = textField.min(1).max(200);
/** The total in satang that the subscriber saw. A payment call or a change with another total is rejected. */
export const expectedTotalField = optional(
  z
    .int()
    .min(0)
    .describe('satang that were shown; another total answers TOTAL_CHANGED and changes and charges nothing'),
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
