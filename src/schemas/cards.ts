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

/**
 * The input of a change of a card: it becomes the default, its name or expiry is corrected, or both. Omitted
 * or false fields change nothing.
 */
export const updateCardInput = z.strictObject({
  cardId: idField,
  makeDefault: optional(z.boolean()),
  expiryMonth: optional(expiryMonthField),
  expiryYear: optional(expiryYearField),
  name: optional(nameField),
  expectedTotal: expectedTotalField,
});

export const deleteCardInput = z.strictObject({ cardId: idField });
