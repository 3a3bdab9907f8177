import './messages';
import { z } from 'zod';
import {
  cardTokenField,
  expectedTotalField,
  expiryMonthField,
  expiryYearField,
  idField,
  nameField,
  optional,
} from './fields';

export const addCardInput = z.strictObject({
  cardToken: cardTokenField,
  makeDefault: optional(z.boolean()),
  expectedTotal: expectedTotalField,
});

/** Makes a card the default one, or corrects what is printed on it, or both; what is left out or false changes nothing. */
export const updateCardInput = z.strictObject({
  cardId: idField,
  makeDefault: optional(z.boolean()),
  expiryMonth: optional(expiryMonthField),
  expiryYear: optional(expiryYearField),
  name: optional(nameField),
  expectedTotal: expectedTotalField,
});

export const deleteCardInput = z.strictObject({ cardId: idField });
