import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { becomesDefault } from '@/domain/card';
import { AppError } from '@/domain/errors';
import { canActAsSubscriber } from '@/domain/subscription';
import type { cardsAndChargeAnswer } from '@/schemas/answers/payments';
import type { addCardInput } from '@/schemas/cards';
import { hashSecret } from '../../login/session';
import { addCard as addToAccount } from '../cards/added-card';
import { makeDefaultCard, withoutCopy } from '../cards/chosen-card';
import { obtainCard } from '../cards/obtain-card';
import { listSavedCards } from '../cards/queries';
import { readCopies, queueCardDeletion } from '../cards/saved-cards';
import { chargeOwed, readOwed, type OwedStanding } from '../charging/owed-payment';
import { payNow, type Payment, type Written } from '../charging/pay-now';
import type { Tx } from '../../db';
import { cards } from '../../db/schema';
import type { GatewayCard } from '../../gateways/omise/cards';
import { requireAccount } from '../../lifecycle/require-subscriber';
import type { Ctx } from '../../platform/context';

export type CardsAndCharge = z.output<typeof cardsAndChargeAnswer>;

type NewCard = z.output<typeof addCardInput>;

/**
 * Saves a card, at the gateway first. Then charges a failed payment to the card once. A payment with an open
 * 3-D Secure challenge of another card is charged too. A repeated call with the same token returns the same
 * result.
 * @param input `makeDefault`: if undefined, only the first card and a card for a failed payment become the
 *   default
 * @returns `charge`: null if nothing was owed. The card is saved even if the charge is declined.
 * @throws AppError CARD_DECLINED, TOTAL_CHANGED (nothing changed), CARD_DUPLICATE for a saved card if nothing
 *   would change, CHECKOUT_FAILED if the gateway is unavailable or certainly charged nothing, PAYMENT_PENDING
 *   while an offline payment is open, THROTTLED
 */
export async function addCard(ctx: Ctx, accountId: string, input: NewCard): Promise<CardsAndCharge> {
  const { charge } = await payNow(ctx, addedCard(accountId, input));
  return { cards: await listSavedCards(ctx, accountId), charge };
}

function addedCard(accountId: string, input: NewCard): Payment<OwedStanding> {
  const { cardToken, makeDefault, expectedTotal } = input;
  const request = { tokenHash: hashSecret(cardToken), keepsOpen: makeDefault === false };
  return {
    accountId,
    purpose: 'card',
    expectedTotal,
    read: async (db, { now, chosen }) => {
      const { subscription } = await requireAccount(db, accountId, canActAsSubscriber);
      return readOwed(db, now, subscription, { ...request, chosen });
    },
    obtain: (ctx) => obtainCard(ctx, accountId, { cardToken }),
    write: async (tx, now, { facts, step, chosen }) => {
      if (!chosen || !('card' in chosen)) throw new Error('a card that was not attached');
      const { card } = chosen;
      const asDefault = becomesDefault({
        isFirst: !(await hasAnyCard(tx, accountId)),
        asked: makeDefault,
        paymentFailed: facts.hasFailed,
      });
      const isUnpaid = step.do === 'nothing' || step.do === 'wait' || (step.do === 'show' && !facts.owed);
      if (isUnpaid) {
        const duplicate = await refuseDuplicate(tx, accountId, card, { ...facts, asDefault });
        if (duplicate) return duplicate;
      }
      const kept = await withoutCopy(tx, accountId, step, chosen);
      if ('cardId' in kept) {
        if (asDefault) await makeDefaultCard(tx, now, accountId, kept);
        return { result: null };
      }
      const cardId = await addToAccount(tx, now, accountId, { card, asDefault });
      if (step.do !== 'charge') return { result: null };
      return chargeOwed(tx, now, facts, { cardId, tokenHash: chosen.tokenHash });
    },
  };
}

/** Deletes a copy of a saved card at the gateway if the copy would change nothing. @returns the refusal, or null */
async function refuseDuplicate(
  tx: Tx,
  accountId: string,
  card: GatewayCard,
  { hasFailed, asDefault }: { hasFailed: boolean; asDefault: boolean },
): Promise<Written | null> {
  const { saved: known } = await readCopies(tx, accountId, card.fingerprint);
  // A repeated request with the same token finds the same copy at the gateway. That is no duplicate.
  if (!known || known.omiseCardId === card.omiseCardId || hasFailed) return null;
  const isRenewed = known.expiryMonth !== card.expiryMonth || known.expiryYear !== card.expiryYear;
  if (isRenewed || (asDefault && !known.isDefault)) return null;
  await queueCardDeletion(tx, accountId, card.omiseCardId);
  return { refused: new AppError('CARD_DUPLICATE') };
}

async function hasAnyCard(tx: Tx, accountId: string): Promise<boolean> {
  const [one] = await tx
    .select({ id: cards.id })
    .from(cards)
    .where(and(eq(cards.accountId, accountId), isNull(cards.removedAt)))
    .limit(1);
  return one !== undefined;
}
