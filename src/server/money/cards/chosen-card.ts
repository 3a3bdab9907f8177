import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import type { Step } from '@/domain/pay-now';
import type { Db, Tx } from '../../db';
import { cards } from '../../db/schema';
import type { GatewayCard } from '../../gateways/omise/cards';
import { addCard } from './added-card';
import { auditCard, clearDefault, queueCardDeletion, readCopies } from './saved-cards';

/** The card to charge: a new card that is attached at the gateway but not saved, or the id of a saved card. */
export type ChosenCard = { card: GatewayCard; tokenHash: string } | { cardId: string };

/**
 * Makes the chosen card the account's default card, and saves a new card.
 * @returns the id of the card's row
 * @throws AppError CARD_NOT_FOUND
 */
export async function makeDefaultCard(
  tx: Tx,
  now: Date,
  accountId: string,
  chosen: ChosenCard,
): Promise<string> {
  if ('card' in chosen) return addCard(tx, now, accountId, { card: chosen.card, asDefault: true });
  const saved = await findCard(tx, accountId, chosen.cardId);
  if (!saved) throw new AppError('CARD_NOT_FOUND');
  if (saved.isDefault) return saved.id;
  await clearDefault(tx, accountId);
  await tx.update(cards).set({ isDefault: true }).where(eq(cards.id, saved.id));
  await auditCard(tx, now, saved, 'card.made_default');
  return saved.id;
}

/**
 * Returns the saved card instead of a new copy of it, and deletes the copy at the gateway, if the open 3-D Secure challenge
 * of the saved card is shown: the copy would replace the card that the challenge is for. Otherwise returns the card.
 */
export async function withoutCopy(
  tx: Tx,
  accountId: string,
  step: Step,
  chosen: ChosenCard,
): Promise<ChosenCard> {
  if (step.do !== 'show' || !('card' in chosen)) return chosen;
  const { omiseCardId, fingerprint } = chosen.card;
  const { saved } = await readCopies(tx, accountId, fingerprint);
  if (!saved || saved.omiseCardId === omiseCardId) return chosen;
  await queueCardDeletion(tx, accountId, omiseCardId);
  return { cardId: saved.id };
}

/** Returns a saved card of the account; null for a removed card or a card of another account. */
export async function findCard(
  db: Db | Tx,
  accountId: string,
  cardId: string,
): Promise<typeof cards.$inferSelect | null> {
  const [card] = await db
    .select()
    .from(cards)
    .where(and(eq(cards.id, cardId), eq(cards.accountId, accountId), isNull(cards.removedAt)));
  return card ?? null;
}
