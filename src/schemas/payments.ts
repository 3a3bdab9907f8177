import './messages';
import { z } from 'zod';
import { cardTokenField, expectedTotalField, idField, secretField } from './fields';

/** The secret of a payment link, as it stands in `/pay/<token>`. */
export const payLinkInput = z.strictObject({ token: secretField });

/** For a call without required input that creates a link immediately if an order is due. */
export const makeLinkInput = z.strictObject({ expectedTotal: expectedTotalField }).optional();

/** Switches from offline to card: a new card by its token, or a saved card. */
export const convertCardInput = z.union([
  z.strictObject({ cardToken: cardTokenField, expectedTotal: expectedTotalField }),
  z.strictObject({ cardId: idField, expectedTotal: expectedTotalField }),
]);
