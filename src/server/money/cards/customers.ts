import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../../platform/context';
import { cards } from '../../db/schema';
import { deleteCard, deleteCustomer } from '../../gateways/omise/cards';

/**
 * Runs the job that deletes a customer and its cards at the gateway.
 * @throws Error if the gateway is unreachable, so that the worker repeats the job
 */
export async function removeCustomer(customerId: string): Promise<void> {
  const answer = await deleteCustomer(customerId);
  if (answer.kind === 'unavailable') throw new Error('the gateway could not be reached');
}

/**
 * Runs the job that deletes a card at the gateway. Does nothing for a saved card.
 * @throws Error if the gateway is unreachable, so that the worker repeats the job
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
