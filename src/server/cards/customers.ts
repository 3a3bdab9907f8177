import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../platform/context';
import { cards } from '../db/schema';
import { deleteCard, deleteCustomer } from '../gateways/omise/cards';

/**
 * Deletes an account's customer at the gateway, together with its cards.
 * @throws Error if the gateway is unreachable, so that the job is repeated
 */
export async function removeCustomer(customerId: string): Promise<void> {
  const answer = await deleteCustomer(customerId);
  if (answer.kind === 'unavailable') throw new Error('the gateway could not be reached');
}

/**
 * Deletes a card at the gateway unless it is a saved card.
 * @throws Error if the gateway is unreachable, so that the job is repeated
 */
export async function removeOrphanCard(
  { db }: Ctx,
  card: { customerId: string; omiseCardId: string },
): Promise<void> {
  const [saved] = await db
    .select({ id: cards.id })
    .from(cards)
    .where(and(eq(cards.omiseCardId, card.omiseCardId), isNull(cards.removedAt)));
  if (saved) return;
  const answer = await deleteCard(card.customerId, card.omiseCardId);
  if (answer.kind === 'unavailable') throw new Error('the gateway could not be reached');
}
