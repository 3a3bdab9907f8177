import { and, eq } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import type { Db, Tx } from '../../db';
import { cards } from '../../db/schema';
import type { GatewayCard } from '../../gateways/omise/cards';
import { newId } from '../../platform/ids';
import { queueCardDeletion, readCopies } from './saved-cards';

/** Longer than a 3-D Secure challenge of the card can be open. */
const DROP_AFTER_SECONDS = 2 * 86_400;

/**
 * Writes a card that pays one order only: it is never listed, never the default, and deleted at the gateway. A saved
 * card with the same number does not change: its owner may not be the caller. The caller must hold the subscription's
 * lock.
 * @returns the id of the card's row
 * @throws AppError CARD_DECLINED if the card was written before: its token was used
 */
export async function writeCardForOnce(
  tx: Tx,
  now: Date,
  accountId: string,
  card: GatewayCard,
): Promise<string> {
  const id = newId('card');
  const { hardDecline } = await readCopies(tx, accountId, card.fingerprint);
  const once = { hardDecline, createdAt: now, removedAt: now, forOnce: true };
  const [row] = await tx
    .insert(cards)
    .values({ id, accountId, ...card, ...once })
    .onConflictDoNothing({ target: cards.omiseCardId })
    .returning({ id: cards.id });
  // For a used token the gateway returns the customer's newest card, which may be a saved card of the owner.
  if (!row) throw new AppError('CARD_DECLINED', { reason: 'card_token_unknown' });
  await queueCardDeletion(tx, accountId, card.omiseCardId, DROP_AFTER_SECONDS);
  return id;
}

/** Whether a row is a copy of this card: it has the same fingerprint. */
export async function isSameCard(
  db: Db | Tx,
  cardId: string | null,
  { fingerprint }: GatewayCard,
): Promise<boolean> {
  if (cardId === null) return false;
  const [same] = await db
    .select({ id: cards.id })
    .from(cards)
    .where(and(eq(cards.id, cardId), eq(cards.fingerprint, fingerprint)));
  return same !== undefined;
}
