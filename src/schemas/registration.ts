import { z } from 'zod';
import {
  addressField,
  ageGroupField,
  boxField,
  cardTokenField,
  chargingConsentField,
  consentField,
  emailField,
  expectedTotalField,
  frequencyField,
  identifierField,
  localeField,
  nameField,
  optional,
  passwordField,
  paymentDayField,
  phoneField,
  placeField,
  secretField,
  typedCodeField,
} from './fields';

/** Step 1: box, frequency and payment day. */
export const planInput = z.strictObject({
  frequency: frequencyField,
  paymentDay: paymentDayField,
  items: boxField,
});

/** Step 2: personal details. */
export const detailsInput = z.strictObject({
  firstName: nameField,
  lastName: nameField,
  phone: phoneField,
  ageGroup: optional(ageGroupField),
});

/** `POST /api/register`: steps 1 and 2 together. */
export const registrationStartInput = z.strictObject({
  plan: planInput,
  details: detailsInput,
  email: emailField,
  password: optional(passwordField),
  locale: localeField,
  code: typedCodeField.nullish(),
  consent: consentField,
  chargingConsent: chargingConsentField,
});

/** The input that corrects the e-mail and password, or that confirms the e-mail with the token of a link. */
export const emailAuthInput = z.union([
  z.strictObject({ email: emailField, password: passwordField }),
  z.strictObject({ token: secretField }),
]);

/** Step 3: delivery address. */
export const deliveryInput = z.strictObject({
  address: addressField,
  subdistrict: optional(placeField),
  district: optional(placeField),
  province: placeField.min(1, 'validation.required'),
  postalCode: identifierField,
});

/** Step 4: a card token of the gateway. Card data is never accepted. */
export const payByCardInput = z.strictObject({
  cardToken: optional(cardTokenField),
  expectedTotal: expectedTotalField,
});
