import './messages';
import { z } from 'zod';
import { DELIVERY_RATES } from '@/domain/price-change';
import { PRODUCT_CODES } from '@/domain/product';
import { dayField, idField, line, optional, textField } from './fields';

const whyField = textField.min(1, 'validation.required').max(500);
const codeField = z.enum(PRODUCT_CODES);
/** Satang. The command refuses amounts that are not possible, with the limits in its text. */
const amountField = z.int().min(-1_000_000_000).max(1_000_000_000);
const nameField = line(60).min(1, 'validation.required');
const descriptionField = line(400).min(1, 'validation.required');

/** Millimetres. Null for a pack of other products. */
const lengthField = z.int().min(1).max(999).nullable();

/** The form of a product's texts. */
export const productTextsInput = z.strictObject({
  nameEn: nameField,
  nameTh: nameField,
  descriptionEn: descriptionField,
  descriptionTh: descriptionField,
  lengthMm: lengthField,
});
export const seenTexts = z.strictObject({
  nameEn: textField,
  nameTh: textField,
  descriptionEn: textField,
  descriptionTh: textField,
  lengthMm: lengthField,
});
/** `seen`: the texts that the member saw. */
export const changeTextsInput = z.strictObject({
  code: codeField,
  seen: seenTexts,
  texts: productTextsInput,
  why: whyField,
});
export const setSoldInput = z.strictObject({ code: codeField, sold: z.boolean(), why: whyField });
export const productInput = z.strictObject({ code: codeField });

/** `base`: the key of the prices that the member saw. `from`: missing for prices that apply when they are saved. */
export const rehearseInput = z.strictObject({
  base: textField.min(1).max(4000),
  products: z.array(z.strictObject({ code: codeField, listPrice: amountField })).max(50),
  fees: z.array(z.strictObject({ zone: z.enum(DELIVERY_RATES), fee: amountField })).max(10),
  from: optional(dayField),
});
const changeIdField = idField.regex(/^prc_/, 'validation.invalidInput');
export const priceChangeInput = z.strictObject({ changeId: changeIdField });
export const savePricesInput = z.strictObject({ changeId: changeIdField, why: whyField });
