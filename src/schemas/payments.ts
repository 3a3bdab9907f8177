import './messages';
import { z } from 'zod';
import { cardTokenField, expectedTotalField, idField, secretField } from './fields';

/** The secret of a payment link, as it stands in `/pay/<token>`. */
export const payLinkInput = z.strictObject({ token: secretField });

/** For a call that needs nothing, and makes a link at once where something is due. */
export const makeLinkInput = z.strictObject({ expectedTotal: expectedTotalField }).optional();

/** From offline to card: a new card by its token, or one that is saved. */
export const convertCardInput = z.union([
  z.strictObject({ cardToken: cardTokenField, expectedTotal: expectedTotalField }),
  z.strictObject({ cardId: idField, expectedTotal: expectedTotalField }),
]);
