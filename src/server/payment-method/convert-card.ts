import { eq } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { chargeByCard } from '@/domain/lifecycle/methods';
import type { Satang } from '@/domain/money';
import { canChangeDetails, isRegistering, type PaymentMethod } from '@/domain/subscription';
import { lockPerson, requirePerson } from '../lifecycle/require-subscriber';
import { hashSecret } from '../auth/session';
import type { Ctx } from '../platform/context';
import type { Tx } from '../db';
import { subscriptions } from '../db/schema';
import { setDefaultCard } from '../gateways/omise/cards';
import { applyChanges } from '../lifecycle/apply-changes';
import { addCard } from './add-card';
import { countCardTry, releaseCardTry } from '../cards/card-limits';
import { attachToCustomer, dropUnlessSaved } from '../cards/saved-cards';
import { updateCard } from './change-card';
import { chargeNow, claimNow, viewByToken } from '../charging/charge-now';
import { writeAttempt, type WrittenAttempt } from '../charging/write-attempts';
import { findCard, keepCard, type ChosenCard } from '../cards/chosen-card';
import { setPaymentMethod } from './convert-offline';
import { requireOwedTotal, requireTotal, totalsOf } from '../charging/expected-total';
import { chargeFirstOrder } from '../checkout/first-payment';
import { findOpenAttempt, releaseOpenPayments } from '../settlement/open-attempts';
import type { ChargeView } from '../charging/charge-view';
import { findOwed } from '../charging/owed';
import { findPendingPayment, type PendingPayment } from '../links/pending';
import type { QrsRead } from '../charging/unread-qrs';

export interface ConvertedToCard {
  paymentMethod: PaymentMethod;
  charge: ChargeView | null;
  pendingPayment: PendingPayment | null;
}

/** `expectedTotal`: the total that was shown as charged at once, 0 where nothing was; undefined accepts any. */
type Wish = ({ cardToken: string } | { cardId: string }) & { expectedTotal?: Satang };

/**
 * From PromptPay and bank transfer to card, by a new card or a saved one, which becomes the default. What is due or
 * overdue is charged at once, and the link for it closes in the transaction that writes the charge; a QR code of it that
 * is paid all the same goes back. With a first payment open it pays that.
 * @returns `charge`: null when nothing is owed; declined with the method changed all the same.
 * @throws AppError CARD_DECLINED, TOTAL_CHANGED (nothing changed), CARD_NOT_FOUND, PAYMENT_PENDING while an outcome is
 * unknown, CONVERT_FAILED, THROTTLED, CODE_INVALID of a registration, NOT_ALLOWED for a registration that no offline payment
 * is open for
 */
export async function convertToCard(ctx: Ctx, accountId: string, wish: Wish): Promise<ConvertedToCard> {
  const earlier = await findSameWish(ctx, accountId, wish);
  if (earlier) return earlier;
  try {
    return await convertOnce(ctx, accountId, wish);
  } catch (error) {
    // The same wish at the same time: the other call was quicker, and this one hears what it has led to.
    const quicker = error instanceof AppError ? await findSameWish(ctx, accountId, wish) : null;
    if (quicker) return quicker;
    throw error;
  }
}

/** What this token was charged for already, by this call or another; null where the method is not card (any more). */
async function findSameWish(ctx: Ctx, accountId: string, wish: Wish): Promise<ConvertedToCard | null> {
  if (!('cardToken' in wish)) return null;
  const [now] = await ctx.db
    .select({ paymentMethod: subscriptions.paymentMethod })
    .from(subscriptions)
    .where(eq(subscriptions.accountId, accountId));
  if (now?.paymentMethod !== 'card') return null;
  const charge = await viewByToken(ctx, accountId, hashSecret(wish.cardToken));
  return charge && answer(ctx, accountId, charge);
}

async function answer(ctx: Ctx, accountId: string, charge: ChargeView | null): Promise<ConvertedToCard> {
  return { paymentMethod: 'card', charge, pendingPayment: await findPendingPayment(ctx, accountId) };
}

async function convertOnce(ctx: Ctx, accountId: string, wish: Wish): Promise<ConvertedToCard> {
  const person = await requirePerson(ctx.db, accountId, canChangeDetails);
  const { subscription } = person;
  if (paysByCard(person)) return chooseCard(ctx, accountId, wish);
  await requireOwedTotal(ctx.db, subscription, wish.expectedTotal);
  await releaseOpenPayments(ctx, accountId);
  const chosen = await obtainCard(ctx, accountId, wish);
  if (isRegistering(subscription))
    return answer(
      ctx,
      accountId,
      await chargeFirstOrder(ctx, accountId, chosen, wish.expectedTotal).catch(asConvertFailed),
    );
  const converted = await convertAndCharge(ctx, accountId, chosen, wish.expectedTotal).finally(async () => {
    if ('card' in chosen) await dropUnlessSaved(ctx, accountId, chosen.card);
  });
  if (converted === null && 'cardId' in chosen) await releaseCardTry(ctx, accountId);
  return converted === 'by_another' ? chooseCard(ctx, accountId, wish) : answer(ctx, accountId, converted);
}

/** Not somebody who asked for a link of an order that their card did not pay: that waits for the link. */
const paysByCard = (person: Awaited<ReturnType<typeof requirePerson>>) =>
  person.subscription.paymentMethod === 'card' && !person.awaitsOfflinePayment;

/** Whoever pays by card already chooses which; for the card that is the default anyway nothing changes. */
async function chooseCard(ctx: Ctx, accountId: string, wish: Wish): Promise<ConvertedToCard> {
  await releaseOpenPayments(ctx, accountId);
  const chosen =
    'cardId' in wish
      ? updateCard(ctx, accountId, { ...wish, makeDefault: true })
      : addNew(ctx, accountId, wish);
  const { charge } = await chosen;
  return answer(ctx, accountId, charge);
}

async function addNew(ctx: Ctx, accountId: string, wish: Extract<Wish, { cardToken: string }>) {
  try {
    return await addCard(ctx, accountId, { ...wish, makeDefault: true });
  } catch (error) {
    if (error instanceof AppError && error.code === 'CARD_DUPLICATE') return { charge: null };
    throw error;
  }
}

/** At the gateway first: what it refuses changes nothing. */
async function obtainCard(ctx: Ctx, accountId: string, wish: Wish): Promise<ChosenCard> {
  if ('cardToken' in wish) {
    const card = await attachToCustomer(ctx, accountId, wish.cardToken).catch(asConvertFailed);
    return { card, tokenHash: hashSecret(wish.cardToken) };
  }
  const saved = await findCard(ctx.db, accountId, wish.cardId);
  if (!saved) throw new AppError('CARD_NOT_FOUND');
  const { account } = await requirePerson(ctx.db, accountId, canChangeDetails);
  if (!account.omiseCustomerId) throw new AppError('CARD_NOT_FOUND');
  await countCardTry(ctx, accountId);
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

/** @returns what the charge led to; null when nothing is owed; `by_another` when the method is card already. */
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
    // Certainly not charged. A renewal is charged in a few minutes by itself; anything else may be asked for again.
    if (error instanceof AppError && error.code === 'CHECKOUT_FAILED' && written.goesOn)
      return { outcome: 'pending' };
    return asConvertFailed(error);
  }
}

/** @returns the attempt to send, and whether the billing run goes on with it; null when nothing is owed. */
async function writeCardConversion(
  tx: Tx,
  now: Date,
  accountId: string,
  { chosen, expectedTotal, qrsRead }: { chosen: ChosenCard; expectedTotal?: Satang; qrsRead: QrsRead },
): Promise<(WrittenAttempt & { goesOn: boolean }) | null | 'by_another'> {
  const person = await lockPerson(tx, accountId, canChangeDetails);
  const { subscription } = person;
  if (await findOpenAttempt(tx, accountId)) throw new AppError('PAYMENT_PENDING');
  if (paysByCard(person)) return 'by_another';
  const cardId = await keepCard(tx, now, accountId, chosen);
  if (subscription.paymentMethod !== 'card') await setPaymentMethod(tx, now, subscription, 'card');
  const owed = await findOwed(tx, subscription);
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
  return { ...written, goesOn: isDue && !isReturn };
}
