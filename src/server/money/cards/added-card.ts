import { and, eq } from 'drizzle-orm';
import { hasPaidOrder } from '../../login/proven-email';
import type { Tx } from '../../db';
import { accounts } from '../../db/schema';
import type { GatewayCard } from '../../gateways/omise/cards';
import { queueMessage } from '../../lifecycle/outbox';
import { siteUrl } from '../../platform/site-url';
import { auditCard, writeCard } from './saved-cards';

/**
 * Saves a card as `writeCard` does, and notifies the owner by mail if the account did not have the card. The first card
 * of a registration is named by the receipt.
 * @returns the id of the card's row
 */
export async function addCard(
  tx: Tx,
  now: Date,
  accountId: string,
  { card, asDefault }: { card: GatewayCard; asDefault: boolean },
): Promise<string> {
  const { id, isNew } = await writeCard(tx, now, accountId, { card, asDefault });
  await auditCard(tx, now, { id, accountId }, 'card.added');
  if (isNew) await notifyOwner(tx, now, { id, accountId }, card);
  return id;
}

/** Notifies an owner who has ever paid. */
async function notifyOwner(
  tx: Tx,
  now: Date,
  { id, accountId }: { id: string; accountId: string },
  { brand, lastDigits }: GatewayCard,
): Promise<void> {
  const [owner] = await tx
    .select({ firstName: accounts.firstName, locale: accounts.locale })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), hasPaidOrder()));
  if (!owner) return;
  const { firstName, locale } = owner;
  await queueMessage(tx, now, {
    kind: 'card_added',
    accountId,
    dedupeKey: `card_added:${id}`,
    asked: true,
    payload: { firstName, brand, lastDigits, link: siteUrl(locale, '/account/cards') },
  });
}
