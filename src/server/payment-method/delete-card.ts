import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { canRemoveCard } from '@/domain/card';
import { AppError, enforce } from '@/domain/errors';
import { OPEN_ATTEMPT_STATUSES } from '@/domain/payment';
import { canActAsSubscriber } from '@/domain/subscription';
import { lockPerson } from '../lifecycle/require-subscriber';
import type { Ctx } from '../platform/context';
import { transaction, type Tx } from '../db';
import { cards, chargeAttempts } from '../db/schema';
import { deleteCard as deleteAtGateway, hasCard } from '../gateways/omise/cards';
import { lockSubscriptionOf } from '../lifecycle/locks';
import { clearDefault, dropAtGateway, findSavedCard, noteCard, type ShownCard } from '../cards/saved-cards';
import { findCard } from '../cards/chosen-card';
import { listShownCards } from '../cards/queries';

type Card = typeof cards.$inferSelect;

/**
 * Removes a card here and at the gateway; the row stays as history. It is taken out of use first, so that no charge
 * can name it any more, and put back if the gateway keeps it. Without the default card, the one added last becomes it.
 * @throws AppError CARD_NOT_FOUND, CARD_LAST, CARD_REMOVE_FAILED (nothing changed), PAYMENT_PENDING while a charge of
 * this card is under way or an offline payment is open
 */
export async function deleteCard(
  ctx: Ctx,
  accountId: string,
  { cardId }: { cardId: string },
): Promise<{ cards: ShownCard[] }> {
  const { customerId, card } = await transaction(ctx.db, (tx) => takeOut(tx, ctx.now, accountId, cardId));
  if (customerId && !(await isGone(customerId, card))) {
    await transaction(ctx.db, (tx) => putBack(tx, ctx.now, card));
    throw new AppError('CARD_REMOVE_FAILED');
  }
  return { cards: await listShownCards(ctx, accountId) };
}

async function takeOut(tx: Tx, now: Date, accountId: string, cardId: string) {
  const { account, subscription } = await lockPerson(tx, accountId, canActAsSubscriber);
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
  // If this process dies before it has asked the gateway, the job does.
  await dropAtGateway(tx, accountId, card.omiseCardId);
  await noteCard(tx, now, card, 'card.removed');
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

/** Where nobody can tell whether the gateway removed it, it counts as gone: the job removes it until it is. */
async function isGone(customerId: string, card: Card): Promise<boolean> {
  const answer = await deleteAtGateway(customerId, card.omiseCardId);
  if (answer.kind === 'ok') return true;
  if (answer.kind === 'refused' || !answer.maybeDone) return false;
  const kept = await hasCard(customerId, card.omiseCardId);
  return kept.kind !== 'ok' || !kept.value;
}

async function putBack(tx: Tx, now: Date, card: Card): Promise<void> {
  await lockSubscriptionOf(tx, card.accountId);
  // The same card was added again meanwhile: that one stays.
  if (await findSavedCard(tx, card.accountId, card.fingerprint)) return;
  if (card.isDefault) await clearDefault(tx, card.accountId);
  await tx.update(cards).set({ isDefault: card.isDefault, removedAt: null }).where(eq(cards.id, card.id));
  await noteCard(tx, now, card, 'card.put_back');
}
