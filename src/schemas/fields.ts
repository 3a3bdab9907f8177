import { z } from 'zod';
import { BOX_MAX_PACKS, PRODUCT_MAX_PACKS } from '@/domain/box';
import { AGE_GROUPS, PASSWORD_MAX, PASSWORD_MIN, PHONE_PATTERN, POSTAL_CODE_PATTERN } from '@/domain/contact';
import { isDay, type Day } from '@/domain/day';
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
    // eslint-disable-next-line no-control-regex -- control characters are what is refused
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'validation.invalidInput');

const required = { error: (issue: { input: unknown }) => (issue.input === undefined ? 'validation.required' : undefined) };

export const nameField = line(80).min(1, 'validation.required');
export const emailField = z.string(required).trim().max(254).pipe(z.email('validation.email'));
export const passwordField = z.string(required).min(PASSWORD_MIN, 'validation.password').max(PASSWORD_MAX);
export const phoneField = z.string(required).regex(PHONE_PATTERN, 'validation.phone');
export const postalCodeField = z.string(required).regex(POSTAL_CODE_PATTERN, 'validation.postalCode');
export const ageGroupField = z.enum(AGE_GROUPS);
export const localeField = z.enum(LOCALES);
export const frequencyField = z.literal(FREQUENCIES);
export const paymentDayField = z.int().min(1).max(31);
export const codeField = line(40).min(1);
export const cardTokenField = z.string(required).regex(/^tokn_(test_)?[0-9a-z]{8,40}$/, 'validation.invalidInput');
export const addressField = line(300).min(1, 'validation.required');
export const placeField = line(100);
export const secretField = z.string().min(16).max(200);
export const dayField = z.string().refine(isDay, 'validation.invalidInput').transform((value) => value as Day);

export const boxItemField = z.strictObject({
  productCode: z.enum(PRODUCT_CODES),
  quantity: z.int().min(1).max(PRODUCT_MAX_PACKS),
});
export const boxField = z.array(boxItemField).max(BOX_MAX_PACKS);
