import './messages';
import { z } from 'zod';
import { BANK_CODES } from '@/domain/bank';
import { LINK_BANKS } from '@/domain/bank-account';
import { PAY_APPS } from '@/domain/pay-app';
import {
  cardTokenField,
  expectedTotalField,
  idField,
  identifierField,
  recipientNameField,
  secretField,
} from './fields';

/** The input with the secret of a payment link: the `<token>` in `/pay/<token>`. */
export const payLinkInput = z.strictObject({ token: secretField });

/** The input of a payment in an app: the secret of the link, and the app. */
export const payByAppInput = z.strictObject({ token: secretField, app: z.enum(PAY_APPS) });

/** The input of the link of a bank account. `expectedTotal`: what a registration agrees to pay by the account. */
export const startBankLinkInput = z.strictObject({
  bank: z.enum(LINK_BANKS),
  expectedTotal: expectedTotalField,
});

export const refundIdInput = z.strictObject({ refundId: idField });

/** The account to which a refund is transferred. Blanks and dashes in its number are ignored. */
export const payToInput = refundIdInput.extend({
  bank: z.enum(BANK_CODES, 'validation.required'),
  accountNumber: identifierField
    .max(40)
    .transform((typed) => typed.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{10,12}$/, 'validation.accountNumber')),
  name: recipientNameField,
});

export const bankAccountInput = z.strictObject({ bankAccountId: idField });

/** The input of a first payment at the page of a link. */
export const payAtBankLinkInput = z.strictObject({ token: secretField, expectedTotal: z.int().min(0) });

/**
 * The input of a change to offline payment; it can be omitted. If an order is due, the call creates its link
 * at once.
 */
export const makeLinkInput = z.strictObject({ expectedTotal: expectedTotalField }).optional();

/** The input of a change from offline to card payment: the token of a new card, or a saved card. */
export const convertCardInput = z.union([
  z.strictObject({ cardToken: cardTokenField, expectedTotal: expectedTotalField }),
  z.strictObject({ cardId: idField, expectedTotal: expectedTotalField }),
]);
