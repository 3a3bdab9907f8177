import './messages';
import { z } from 'zod';
import { PAY_APPS } from '@/domain/pay-app';
import { cardTokenField, expectedTotalField, optional, secretField } from './fields';

/** The input with the secret of a link in a message: the `<token>` in `/fix/<token>` and `/do/<token>`. */
export const orderLinkInput = z.strictObject({ token: secretField });

/** `undo`: takes back the action of the link, within a minute after it. `expectedTotal`: the shown total with a substitute. */
export const doOneTapInput = z.strictObject({
  token: secretField,
  undo: optional(z.boolean()),
  expectedTotal: expectedTotalField,
});

export const repairByQrInput = z.strictObject({ token: secretField, expectedTotal: expectedTotalField });

export const repairByAppInput = repairByQrInput.extend({ app: z.enum(PAY_APPS) });

/** Without `cardToken` the saved card is charged again. `save`: whether the card pays for later orders, too, if its owner is logged in. Otherwise it is used once. */
export const repairByCardInput = z.strictObject({
  token: secretField,
  cardToken: optional(cardTokenField),
  save: optional(z.boolean()),
  expectedTotal: expectedTotalField,
});
