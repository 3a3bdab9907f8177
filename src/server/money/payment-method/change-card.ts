import { eq } from 'drizzle-orm';
import { cardExpiresOn } from '@/domain/card';
import { dayOf } from '@/domain/day';
import { AppError } from '@/domain/errors';
import type { Satang } from '@/domain/money';
import { canActAsSubscriber } from '@/domain/subscription';
import { countCardAttempt } from '../cards/card-limits';
import { findCard, makeDefaultCard } from '../cards/chosen-card';
import { obtainCard, valueOrThrow } from '../cards/obtain-card';
import { listSavedCards } from '../cards/queries';
import { auditCard } from '../cards/saved-cards';
import { chargeOwed, readOwed, type OwedStanding } from '../charging/owed-payment';
import { payNow, type Payment } from '../charging/pay-now';
import { transaction } from '../../db';
import { cards } from '../../db/schema';
import { editCard } from '../../gateways/omise/cards';
import { lockAccount, requireAccount } from '../../lifecycle/require-subscriber';
import type { Ctx } from '../../platform/context';
import type { CardsAndCharge } from './add-card';

type Card = typeof cards.$inferSelect;
/**
 * `expectedTotal`: the total that the screen showed as charged at once, 0 for nothing; undefined accepts any
 * total.
 */
type Choice = { makeDefault?: boolean; expectedTotal?: Satang };
type Edits = { expiryMonth?: number; expiryYear?: number; name?: string };

/**
 * Corrects the name and expiry date of a card, makes it the default, or both; at the gateway first. Making a
 * card the default also charges a failed payment to it once, even if it is the default already. A payment
 * with an open 3-D Secure challenge of another card is charged too.
 * @throws AppError CARD_NOT_FOUND, CARD_DECLINED if the gateway refuses the correction (nothing changed),
 *   TOTAL_CHANGED (nothing changed), CARD_DEFAULT_FAILED if the gateway is unavailable, CHECKOUT_FAILED if
 *   certainly nothing was charged, PAYMENT_PENDING while an offline payment is open, THROTTLED
 */
export async function updateCard(
  ctx: Ctx,
  accountId: string,
  input: { cardId: string } & Choice & Edits,
): Promise<CardsAndCharge> {
  const { account } = await requireAccount(ctx.db, accountId, canActAsSubscriber);
  const card = await findCard(ctx.db, accountId, input.cardId);
  const customerId = account.omiseCustomerId;
  if (!card || !customerId) throw new AppError('CARD_NOT_FOUND');
  const correct = () => correctCard(ctx, customerId, card, input);
  if (!input.makeDefault) await correct().catch(failCorrection);
  const chosen = input.makeDefault && (await payNow(ctx, chosenCard(accountId, { ...input, correct })));
  return { cards: await listSavedCards(ctx, accountId), charge: chosen ? chosen.charge : null };
}

function chosenCard(
  accountId: string,
  {
    cardId,
    expectedTotal,
    correct,
  }: { cardId: string; expectedTotal?: Satang; correct: () => Promise<void> },
): Payment<OwedStanding> {
  const request = { chosen: { cardId } };
  return {
    accountId,
    purpose: 'card',
    expectedTotal,
    read: async (db, { now }) => {
      const { subscription } = await requireAccount(db, accountId, canActAsSubscriber);
      return readOwed(db, now, subscription, request);
    },
    obtain: async (ctx) => {
      await correct();
      return obtainCard(ctx, accountId, { cardId });
    },
    write: async (tx, now, { facts, step }) => {
      await makeDefaultCard(tx, now, accountId, { cardId });
      if (step.do !== 'charge') return { result: null };
      return chargeOwed(tx, now, facts, { cardId });
    },
  };
}

/**
 * Replaces the error of a correction that certainly or possibly was not made. Its code is that of every change of a
 * card; its text does not speak of the default card.
 * @throws AppError
 */
function failCorrection(error: unknown): never {
  const failures = ['CARD_DEFAULT_FAILED', 'UNAVAILABLE', 'INTERNAL'];
  if (error instanceof AppError && !failures.includes(error.code)) throw error;
  const named = new AppError('CARD_DEFAULT_FAILED', { said: 'UPDATE_FAILED', fieldName: 'card' });
  named.cause = error;
  throw named;
}

async function correctCard(ctx: Ctx, customerId: string, card: Card, input: Edits): Promise<void> {
  const wanted = {
    name: input.name ?? card.name,
    expiryMonth: input.expiryMonth ?? card.expiryMonth,
    expiryYear: input.expiryYear ?? card.expiryYear,
  };
  const isSame =
    wanted.name === card.name &&
    wanted.expiryMonth === card.expiryMonth &&
    wanted.expiryYear === card.expiryYear;
  if (isSame) return;
  // The gateway would call the number invalid.
  if (cardExpiresOn(wanted) < dayOf(ctx.now)) throw new AppError('CARD_DECLINED', { reason: 'expired_card' });
  await countCardAttempt(ctx, card.accountId);
  const edited = valueOrThrow(await editCard(customerId, card.omiseCardId, wanted));
  await transaction(ctx.db, async (tx) => {
    await lockAccount(tx, card.accountId, canActAsSubscriber);
    const { name, expiryMonth, expiryYear } = edited;
    // A card that was declined as expired may be accepted with its new date.
    const hardDecline = card.hardDecline === 'expired_card' ? null : card.hardDecline;
    await tx.update(cards).set({ name, expiryMonth, expiryYear, hardDecline }).where(eq(cards.id, card.id));
    await auditCard(tx, ctx.now, card, 'card.edited');
  });
}
