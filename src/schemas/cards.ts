import './messages';
import { z } from 'zod';
import { cardTokenField, expiryMonthField, expiryYearField, idField, nameField } from './fields';

export const addCardInput = z.strictObject({
  cardToken: cardTokenField,
  makeDefault: z.boolean().optional(),
});

/** Makes a card the default one, or corrects what is printed on it, or both. */
export const updateCardInput = z.strictObject({
  cardId: idField,
  makeDefault: z.literal(true).optional(),
  expiryMonth: expiryMonthField.optional(),
  expiryYear: expiryYearField.optional(),
  name: nameField.optional(),
});

export const deleteCardInput = z.strictObject({ cardId: idField });
