import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { canRemoveCard } from '@/domain/card';
import { AppError, enforce } from '@/domain/errors';
import { OPEN_ATTEMPT_STATUSES } from '@/domain/payment';
import { canActAsSubscriber } from '@/domain/subscription';
import { lockAccount } from '../../lifecycle/require-subscriber';
import type { Ctx } from '../../platform/context';
import { transaction, type Tx } from '../../db';
import { cards, chargeAttempts } from '../../db/schema';
import { deleteCard as deleteAtGateway, hasCard } from '../../gateways/omise/cards';
import { lockSubscriptionOf } from '../../lifecycle/locks';
import { clearDefault, queueCardDeletion, readCopies, auditCard, type SavedCard } from '../cards/saved-cards';
import { findCard } from '../cards/chosen-card';
import { listSavedCards } from '../cards/queries';

type Card = typeof cards.$inferSelect;

/**
 * Removes a card in the database and at the gateway. Its row stays as history. Marks the card as removed
 * first, so that no charge can use it. Restores the card if the gateway refuses. If it was the default card,
 * the card added last becomes the default.
 * @throws AppError CARD_NOT_FOUND, CARD_LAST, CARD_REMOVE_FAILED (nothing changed), PAYMENT_PENDING while
 *   this card is charged or an offline payment is open
 */
export async function deleteCard(
  ctx: Ctx,
  accountId: string,
  { cardId }: { cardId: string },
): Promise<{ cards: SavedCard[] }> {
  const { customerId, card } = await transaction(ctx.db, (tx) => markRemoved(tx, ctx.now, accountId, cardId));
  if (customerId && !(await isDeletedAtGateway(customerId, card))) {
    await transaction(ctx.db, (tx) => restoreCard(tx, ctx.now, card));
    throw new AppError('CARD_REMOVE_FAILED');
  }
  return { cards: await listSavedCards(ctx, accountId) };
}

async function markRemoved(tx: Tx, now: Date, accountId: string, cardId: string) {
  const { account, subscription } = await lockAccount(tx, accountId, canActAsSubscriber);
  const card = await findCard(tx, accountId, cardId);
  if (!card) throw new AppError('CARD_NOT_FOUND');
  const others = await tx
    .select({ id: cards.id })
    .from(cards)
    .where(and(eq(cards.accountId, accountId), isNull(cards.removedAt)))
    .orderBy(desc(cards.createdAt), desc(cards.id));
  const next = others.find((other) => other.id !== card.id);
  enforce(canRemoveCard({ ...subscription, isOnlyCard: !next }));
  if (await isBeingCharged(tx, cardId)) throw new AppError('PAYMENT_PENDING');
  await tx.update(cards).set({ isDefault: false, removedAt: now }).where(eq(cards.id, cardId));
  if (card.isDefault && next) await tx.update(cards).set({ isDefault: true }).where(eq(cards.id, next.id));
  // If this process stops, the job deletes the card at the gateway.
  await queueCardDeletion(tx, accountId, card.omiseCardId);
  await auditCard(tx, now, card, 'card.removed');
  return { customerId: account.omiseCustomerId, card };
}

async function isBeingCharged(tx: Tx, cardId: string): Promise<boolean> {
  const [open] = await tx
    .select({ id: chargeAttempts.id })
    .from(chargeAttempts)
    .where(and(eq(chargeAttempts.cardId, cardId), inArray(chargeAttempts.status, [...OPEN_ATTEMPT_STATUSES])))
    .limit(1);
  return open !== undefined;
}

/**
 * Deletes a card at the gateway. Returns true also for an unknown outcome, because the job repeats the
 * deletion until it succeeds.
 */
async function isDeletedAtGateway(customerId: string, card: Card): Promise<boolean> {
  const response = await deleteAtGateway(customerId, card.omiseCardId);
  if (response.kind === 'ok') return true;
  if (response.kind === 'refused' || !response.maybeDone) return false;
  const kept = await hasCard(customerId, card.omiseCardId);
  return kept.kind !== 'ok' || !kept.value;
}

async function restoreCard(tx: Tx, now: Date, card: Card): Promise<void> {
  await lockSubscriptionOf(tx, card.accountId);
  // The subscriber has added the same card again. The new copy stays.
  const { saved } = await readCopies(tx, card.accountId, card.fingerprint);
  if (saved) return;
  if (card.isDefault) await clearDefault(tx, card.accountId);
  await tx.update(cards).set({ isDefault: card.isDefault, removedAt: null }).where(eq(cards.id, card.id));
  await auditCard(tx, now, card, 'card.put_back');
}
