import './messages';
import { z } from 'zod';
import { cardTokenField, idField, secretField } from './fields';

/** The secret of a payment link, as it stands in `/pay/<token>`. */
export const payLinkInput = z.strictObject({ token: secretField });

/** From offline to card: a new card by its token, or one that is saved. */
export const convertCardInput = z.union([
  z.strictObject({ cardToken: cardTokenField }),
  z.strictObject({ cardId: idField }),
]);
