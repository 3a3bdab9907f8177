import type { z } from 'zod';
import { AppError } from '@/domain/errors';
import { chargeBy } from '@/domain/lifecycle/methods';
import type { Satang } from '@/domain/money';
import {
  canChangeDetails,
  isRegistering,
  type CHARGED_METHODS,
  type PaymentMethod,
} from '@/domain/subscription';
import { sheetPath } from '@/locales/sheet-path';
import type { convertCardAnswer } from '@/schemas/answers/payments';
import { hashSecret } from '../../login/session';
import { makeDefaultCard, withoutCopy } from '../cards/chosen-card';
import { obtainCard, type CardChoice } from '../cards/obtain-card';
import type { ChargeView } from '../charging/charge-now';
import { chargeOwed, readOwed, type OwedStanding } from '../charging/owed-payment';
import type { OwedOrder } from '../charging/queries';
import { payNow, type Payment, type Written } from '../charging/pay-now';
import { chargeFirstOrder } from '../checkout/first-payment';
import type { Tx } from '../../db';
import { applyChanges } from '../../lifecycle/apply-changes';
import { requireAccount } from '../../lifecycle/require-subscriber';
import { findPendingPayment } from '../payment-links/queries';
import type { Ctx } from '../../platform/context';
import { setPaymentMethod } from './convert-offline';

export type ConvertedToCard = z.output<typeof convertCardAnswer>;

/**
 * `expectedTotal`: the total that the screen showed as charged at once, 0 for nothing; undefined accepts any
 * total.
 */
type ConversionRequest = CardChoice & { expectedTotal?: Satang };

/**
 * Changes the payment method to card. The new or saved card becomes the default. Charges a due
 * or overdue order, or a pending first payment, at once. The transaction that writes the charge also closes
 * the payment link. If its QR code is paid too, that payment is refunded. For a subscriber who pays by card
 * already, the card becomes the default, and a failed payment is charged to it.
 * @returns `charge`: null if nothing is owed. `declined` with the reason `not_received` if certainly nothing was charged
 *   and an order that was ordered now is back. A declined charge does not undo the change of the method.
 * @throws AppError CARD_DECLINED, TOTAL_CHANGED (nothing changed), CARD_NOT_FOUND, PAYMENT_PENDING while an
 *   outcome is unknown, CONVERT_FAILED, THROTTLED, CODE_INVALID of a registration, NOT_ALLOWED for a
 *   registration without an open offline payment
 */
export async function convertToCard(
  ctx: Ctx,
  accountId: string,
  request: ConversionRequest,
): Promise<ConvertedToCard> {
  const { subscription } = await requireAccount(ctx.db, accountId, canChangeDetails);
  const paying = isRegistering(subscription)
    ? chargeFirstOrder(ctx, accountId, request, request.expectedTotal)
    : payNow(ctx, conversion(accountId, request)).then(({ charge }) => charge);
  const charge = await paying.catch(asConvertFailed);
  return { paymentMethod: 'card', charge, pendingPayment: await findPendingPayment(ctx, accountId) };
}

export type Person = Awaited<ReturnType<typeof requireAccount>>;
export type Converting = OwedStanding & { person: Person };

function conversion(accountId: string, request: ConversionRequest): Payment<Converting> {
  const tokenHash = 'cardToken' in request ? hashSecret(request.cardToken) : undefined;
  const known = 'cardId' in request ? { cardId: request.cardId } : null;
  return {
    accountId,
    purpose: 'convert',
    expectedTotal: request.expectedTotal,
    read: async (db, { now, chosen }) => {
      const person = await requireAccount(db, accountId, canChangeDetails);
      const about = { tokenHash, chosen: chosen ?? known, paysAll: !paysBy('card', person), endsAll: true };
      const facts = await readOwed(db, now, person.subscription, about);
      // A subscriber who pays by card chooses the card, whatever comes of an earlier request or an open challenge.
      if (paysBy('card', person)) return { ...facts, person, isSaved: true };
      // A link is still to be closed by a charge.
      if (person.subscription.paymentMethod === 'card') return { ...facts, repeated: null, person };
      // The method is still to be changed: neither an earlier request nor an open challenge has done it.
      const open = facts.open === 'same' ? 'other' : facts.open;
      return { ...facts, known: null, repeated: null, open, person };
    },
    obtain: (ctx) => obtainCard(ctx, accountId, request),
    write: async (tx, now, { facts, step, chosen }) => {
      if (!chosen) throw new Error('a card that the gateway has not accepted');
      const cardId = await makeDefaultCard(
        tx,
        now,
        accountId,
        await withoutCopy(tx, accountId, step, chosen),
      );
      if (step.do !== 'charge' && step.do !== 'nothing') return { result: null };
      const { subscription } = facts.person;
      if (subscription.paymentMethod !== 'card') await setPaymentMethod(tx, now, subscription, 'card');
      const tokenHash = 'card' in chosen ? chosen.tokenHash : undefined;
      return chargeByNewMethod(tx, now, facts, 'card', { cardId, tokenHash });
    },
  };
}

/** Whether the subscriber pays by this method, and no order waits for the payment of a link. */
export const paysBy = (method: PaymentMethod, { subscription, awaitsOfflinePayment }: Person) =>
  subscription.paymentMethod === method && !awaitsOfflinePayment;

/** Writes that an owed order is paid by the new method, and the request of its charge. */
export async function chargeByNewMethod(
  tx: Tx,
  now: Date,
  { owed, person }: Converting,
  method: (typeof CHARGED_METHODS)[number],
  card: { cardId?: string; tokenHash?: string } = {},
): Promise<Written> {
  if (!owed) return { result: null };
  if (paysBy(method, person)) return chargeOwed(tx, now, { owed }, card);
  const { subscription } = person;
  const { order } = owed;
  const isDue = order.status === 'awaiting_payment';
  const isReturn = isDue && order.kind === 'reactivation';
  const about = { cause: 'method_changed', actor: subscription.accountId } as const;
  await applyChanges(tx, now, [{ ...about, subscriptionId: subscription.id, ...chargeBy(method, order) }]);
  return {
    charge: {
      ...card,
      orderId: order.id,
      trigger: isReturn ? 'reactivation' : 'subscriber',
      returnPath: isReturn ? sheetPath('restart') : '/account/cards',
    },
    ifUnsent: order.status !== 'unpaid' && !isReturn ? followsUnsent(order) : undefined,
  };
}

/**
 * Returns what follows a charge that was certainly not made: an order that was ordered now is back on its planned date,
 * and the billing run charges any other due order.
 */
function followsUnsent({ orderedFrom }: OwedOrder['order']): ChargeView {
  return orderedFrom === null ? { outcome: 'pending' } : { outcome: 'declined', reason: 'not_received' };
}

export function asConvertFailed(error: unknown): never {
  const isFailed =
    error instanceof AppError && (error.code === 'CHECKOUT_FAILED' || error.code === 'CARD_DEFAULT_FAILED');
  throw isFailed ? new AppError('CONVERT_FAILED') : error;
}
