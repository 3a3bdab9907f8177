import { eq } from 'drizzle-orm';
import type { Day } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { chargeByCard } from '@/domain/lifecycle/methods';
import type { Satang } from '@/domain/money';
import { canChangeDetails, isRegistering, type PaymentMethod } from '@/domain/subscription';
import { lockAccount, requireAccount } from '../lifecycle/require-subscriber';
import { hashSecret } from '../auth/session';
import type { Ctx } from '../platform/context';
import type { Tx } from '../db';
import { subscriptions } from '../db/schema';
import { setDefaultCard } from '../gateways/omise/cards';
import { applyChanges } from '../lifecycle/apply-changes';
import { addCard } from './add-card';
import { countCardAttempt, releaseCardAttempt } from '../cards/card-limits';
import { attachToCustomer } from '../cards/attach-card';
import { queueDeletionUnlessSaved } from '../cards/saved-cards';
import { updateCard } from './change-card';
import { chargeNow, claimNow, viewByToken, type ChargeView } from '../charging/charge-now';
import { writeAttempt, type WrittenAttempt } from '../charging/write-attempts';
import { findCard, makeDefaultCard, type ChosenCard } from '../cards/chosen-card';
import { setPaymentMethod } from './convert-offline';
import { requireOwedTotal, requireTotal, totalsOf } from '../charging/expected-total';
import { chargeFirstOrder } from '../checkout/first-payment';
import { findOpenAttempt } from '../settlement/queries';
import { releaseOpenPayments } from '../settlement/release-open-payments';
import { findOwedOrder } from '../charging/queries';
import { findPendingPayment, type PendingPayment } from '../links/queries';
import type { QrsRead } from '../charging/unread-qrs';

export interface ConvertedToCard {
  paymentMethod: PaymentMethod;
  charge: ChargeView | null;
  pendingPayment: PendingPayment | null;
}

/**
 * `expectedTotal`: the total that the screen showed as charged at once, 0 for nothing; undefined accepts any
 * total.
 */
type ConversionRequest = ({ cardToken: string } | { cardId: string }) & { expectedTotal?: Satang };

/**
 * Changes the payment method from offline to card. The new or saved card becomes the default. Charges a due
 * or overdue order, or a pending first payment, at once. The transaction that writes the charge also closes
 * the payment link. If its QR code is paid too, that payment is refunded.
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
  const earlier = await findIdenticalRequest(ctx, accountId, request);
  if (earlier) return earlier;
  try {
    return await convertOnce(ctx, accountId, request);
  } catch (error) {
    // A concurrent identical request may have won the race: return its result.
    const winner = error instanceof AppError ? await findIdenticalRequest(ctx, accountId, request) : null;
    if (winner) return winner;
    throw error;
  }
}

/**
 * Returns the result of an earlier request with the same card token. Null without one, or if the payment
 * method is not card.
 */
async function findIdenticalRequest(
  ctx: Ctx,
  accountId: string,
  request: ConversionRequest,
): Promise<ConvertedToCard | null> {
  if (!('cardToken' in request)) return null;
  const [now] = await ctx.db
    .select({ paymentMethod: subscriptions.paymentMethod })
    .from(subscriptions)
    .where(eq(subscriptions.accountId, accountId));
  if (now?.paymentMethod !== 'card') return null;
  const charge = await viewByToken(ctx, accountId, hashSecret(request.cardToken));
  return charge && toResponse(ctx, accountId, charge);
}

async function toResponse(ctx: Ctx, accountId: string, charge: ChargeView | null): Promise<ConvertedToCard> {
  return { paymentMethod: 'card', charge, pendingPayment: await findPendingPayment(ctx, accountId) };
}

async function convertOnce(
  ctx: Ctx,
  accountId: string,
  request: ConversionRequest,
): Promise<ConvertedToCard> {
  const person = await requireAccount(ctx.db, accountId, canChangeDetails);
  const { subscription } = person;
  if (paysByCard(person)) return chooseCard(ctx, accountId, request);
  await requireOwedTotal(ctx.db, subscription, request.expectedTotal);
  await releaseOpenPayments(ctx, accountId);
  const chosen = await obtainCard(ctx, accountId, request);
  if (isRegistering(subscription))
    return toResponse(
      ctx,
      accountId,
      await chargeFirstOrder(ctx, accountId, chosen, request.expectedTotal).catch(asConvertFailed),
    );
  const converted = await convertAndCharge(ctx, accountId, chosen, request.expectedTotal).finally(
    // oxlint-disable-next-line typescript/no-misused-promises -- `finally` waits for it
    async () => {
      if ('card' in chosen) await queueDeletionUnlessSaved(ctx, accountId, chosen.card);
    },
  );
  if (converted === null && 'cardId' in chosen) await releaseCardAttempt(ctx, accountId);
  return converted === 'by_another'
    ? chooseCard(ctx, accountId, request)
    : toResponse(ctx, accountId, converted);
}

/** Whether the subscriber pays by card, and no order waits for the payment of a link. */
const paysByCard = (person: Awaited<ReturnType<typeof requireAccount>>) =>
  person.subscription.paymentMethod === 'card' && !person.awaitsOfflinePayment;

/** Makes a card the default of a subscriber who already pays by card. */
async function chooseCard(ctx: Ctx, accountId: string, request: ConversionRequest): Promise<ConvertedToCard> {
  await releaseOpenPayments(ctx, accountId);
  const chosen =
    'cardId' in request
      ? updateCard(ctx, accountId, { ...request, makeDefault: true })
      : addNewCard(ctx, accountId, request);
  const { charge } = await chosen;
  return toResponse(ctx, accountId, charge);
}

async function addNewCard(
  ctx: Ctx,
  accountId: string,
  request: Extract<ConversionRequest, { cardToken: string }>,
) {
  try {
    return await addCard(ctx, accountId, { ...request, makeDefault: true });
  } catch (error) {
    if (error instanceof AppError && error.code === 'CARD_DUPLICATE') return { charge: null };
    throw error;
  }
}

/**
 * Attaches a new card, or makes a saved card the default, at the gateway. The database does not change yet,
 * so that a refusal changes nothing.
 */
async function obtainCard(ctx: Ctx, accountId: string, request: ConversionRequest): Promise<ChosenCard> {
  if ('cardToken' in request) {
    const card = await attachToCustomer(ctx, accountId, request.cardToken).catch(asConvertFailed);
    return { card, tokenHash: hashSecret(request.cardToken) };
  }
  const saved = await findCard(ctx.db, accountId, request.cardId);
  if (!saved) throw new AppError('CARD_NOT_FOUND');
  const { account } = await requireAccount(ctx.db, accountId, canChangeDetails);
  if (!account.omiseCustomerId) throw new AppError('CARD_NOT_FOUND');
  await countCardAttempt(ctx, accountId);
  const set = await setDefaultCard(account.omiseCustomerId, saved.omiseCardId);
  if (set.kind === 'unavailable') throw new AppError('CONVERT_FAILED');
  if (set.kind === 'refused') throw new AppError('CARD_NOT_FOUND');
  return { cardId: saved.id };
}

function asConvertFailed(error: unknown): never {
  throw error instanceof AppError && error.code === 'CHECKOUT_FAILED'
    ? new AppError('CONVERT_FAILED')
    : error;
}

/**
 * Changes the payment method to card and charges an owed order.
 * @returns null if nothing is owed; `by_another` if another request has already changed the method
 */
async function convertAndCharge(
  ctx: Ctx,
  accountId: string,
  chosen: ChosenCard,
  expectedTotal: Satang | undefined,
): Promise<ChargeView | null | 'by_another'> {
  const written = await claimNow(ctx, (tx, qrsRead) =>
    writeCardConversion(tx, ctx.now, accountId, { chosen, expectedTotal, qrsRead }),
  ).catch(asConvertFailed);
  if (!written || written === 'by_another') return written;
  try {
    return await chargeNow(ctx, written);
  } catch (error) {
    const isUnsent = error instanceof AppError && error.code === 'CHECKOUT_FAILED';
    return isUnsent && written.ifUnsent ? written.ifUnsent : asConvertFailed(error);
  }
}

/**
 * Changes the payment method to card, and writes the attempt of an owed order.
 * @returns the attempt to send; null if nothing is owed. `ifUnsent`: what follows if certainly nothing was charged; null
 *   if the caller may repeat the charge
 */
async function writeCardConversion(
  tx: Tx,
  now: Date,
  accountId: string,
  { chosen, expectedTotal, qrsRead }: { chosen: ChosenCard; expectedTotal?: Satang; qrsRead: QrsRead },
): Promise<(WrittenAttempt & { ifUnsent: ChargeView | null }) | null | 'by_another'> {
  const person = await lockAccount(tx, accountId, canChangeDetails);
  const { subscription } = person;
  if (await findOpenAttempt(tx, accountId)) throw new AppError('PAYMENT_PENDING');
  if (paysByCard(person)) return 'by_another';
  const cardId = await makeDefaultCard(tx, now, accountId, chosen);
  if (subscription.paymentMethod !== 'card') await setPaymentMethod(tx, now, subscription, 'card');
  const owed = await findOwedOrder(tx, subscription);
  requireTotal(expectedTotal, owed && totalsOf(owed.order));
  if (!owed) return null;
  const { order } = owed;
  const isDue = order.status === 'awaiting_payment';
  const isReturn = isDue && order.kind === 'reactivation';
  const about = { cause: 'method_changed', actor: accountId, subscriptionId: subscription.id } as const;
  await applyChanges(tx, now, [{ ...about, ...chargeByCard(order) }]);
  const written = await writeAttempt(tx, now, {
    orderId: order.id,
    trigger: isReturn ? 'reactivation' : 'subscriber',
    cardId,
    tokenHash: 'card' in chosen ? chosen.tokenHash : undefined,
    returnPath: isReturn ? '/account/subscription/reactivate' : '/account/cards',
    qrsRead,
  });
  const ifUnsent = isDue && !isReturn ? followsUnsent(order) : null;
  return { ...written, ifUnsent };
}

/**
 * Returns what follows a charge that was certainly not made: an order that was ordered now is back on its planned date,
 * and the billing run charges any other due order.
 */
function followsUnsent({ orderedFrom }: { orderedFrom: Day | null }): ChargeView {
  return orderedFrom === null ? { outcome: 'pending' } : { outcome: 'declined', reason: 'not_received' };
}
