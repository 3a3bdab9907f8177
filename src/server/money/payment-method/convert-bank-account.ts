import { AppError } from '@/domain/errors';
import type { Satang } from '@/domain/money';
import { canChangeDetails } from '@/domain/subscription';
import { readOwed } from '../charging/owed-payment';
import { payNow, type Payment } from '../charging/pay-now';
import { findBankAccount } from '../../lifecycle/bank-accounts';
import { requireAccount, requireSubscriber } from '../../lifecycle/require-subscriber';
import { findPendingPayment } from '../payment-links/queries';
import type { Ctx } from '../../platform/context';
import {
  asConvertFailed,
  chargeByNewMethod,
  paysBy,
  type ConvertedToCard,
  type Converting,
} from './convert-card';
import { setPaymentMethod } from './convert-offline';

/**
 * Changes the payment method to the linked bank account, by the rules of `convertToCard`: a due or overdue order is
 * charged at once, its link closes, and an open 3-D Secure challenge is expired first. For a subscriber who pays by it
 * already, a failed payment is charged again.
 * @param expectedTotal the total that the screen showed as charged at once, 0 for nothing; undefined accepts any total
 * @returns `charge`: null if nothing is owed. A declined charge does not undo the change of the method
 * @throws AppError NOT_FOUND without a linked bank account, TOTAL_CHANGED (nothing changed), PAYMENT_PENDING while an
 *   outcome is unknown, CONVERT_FAILED, NOT_ALLOWED for a registration in progress
 */
export async function convertToBankAccount(
  ctx: Ctx,
  accountId: string,
  expectedTotal?: Satang,
): Promise<ConvertedToCard> {
  await requireSubscriber(ctx.db, accountId);
  const { charge } = await payNow(ctx, conversion(accountId, expectedTotal)).catch(asConvertFailed);
  const pendingPayment = await findPendingPayment(ctx, accountId);
  return { paymentMethod: 'bank_account', charge, pendingPayment };
}

function conversion(accountId: string, expectedTotal: Satang | undefined): Payment<Converting> {
  return {
    accountId,
    purpose: 'convert',
    expectedTotal,
    read: async (db, { now }) => {
      const person = await requireAccount(db, accountId, canChangeDetails);
      const account = await findBankAccount(db, accountId, 'linked');
      if (!account) throw new AppError('NOT_FOUND');
      const paysIt = paysBy('bank_account', person);
      const chosen = { bankAccountId: account.id };
      const about = { chosen, paysAll: !paysIt, endsAll: true };
      const facts = await readOwed(db, now, person.subscription, about);
      // Before the change of the method, no earlier request has made it.
      const repeated = person.subscription.paymentMethod === 'bank_account' ? facts.repeated : null;
      return { ...facts, repeated, person, means: 'bank_account' };
    },
    write: async (tx, now, { facts }) => {
      const { subscription } = facts.person;
      if (subscription.paymentMethod !== 'bank_account')
        await setPaymentMethod(tx, now, subscription, 'bank_account');
      return chargeByNewMethod(tx, now, facts, 'bank_account');
    },
  };
}
