import { and, asc, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { cardStatus } from '@/domain/card';
import { dayOf, type Day } from '@/domain/day';
import type { EventType } from '@/domain/event';
import { outlivesEntry, type DeclineReason } from '@/domain/decline';
import { writeAudit } from '../../lifecycle/audit';
import { writeEvents } from '../../lifecycle/events';
import type { Ctx } from '../../platform/context';
import { transaction, type Db, type Tx } from '../../db';
import { accounts, cards } from '../../db/schema';
import type { GatewayCard } from '../../gateways/omise/cards';
import { newId } from '../../platform/ids';
import { addJob } from '../../platform/job-queue';

/** The delay before a card is deleted at the gateway. It is longer than any charge of the card takes. */
const DROP_AFTER_SECONDS = 600;

/**
 * Saves a card that is attached at the gateway. If a saved card has the same fingerprint, updates it and deletes its
 * earlier copy at the gateway. The caller must hold the subscription's lock.
 * @returns the id of the card's row
 */
export async function writeCard(
  tx: Tx,
  now: Date,
  accountId: string,
  { card, asDefault }: { card: GatewayCard; asDefault: boolean },
): Promise<string> {
  if (asDefault) await clearDefault(tx, accountId);
  const tell = (type: EventType, cardId: string) =>
    writeEvents(tx, now, [{ type, id: cardId, changes: { accountId } }]);
  const known = await findSavedCard(tx, accountId, card.fingerprint);
  const isOther = known !== null && known.omiseCardId !== card.omiseCardId;
  if (isOther) await queueCardDeletion(tx, accountId, known.omiseCardId);
  // A discarded card may be attached again under the same id at the gateway. Its own row then replaces the known one.
  const isAgain = isOther && (await findByGatewayId(tx, card.omiseCardId)) !== undefined;
  if (isAgain) {
    await tx.update(cards).set({ isDefault: false, removedAt: now }).where(eq(cards.id, known.id));
    await tell('payment_method.removed', known.id);
  } else if (known) {
    await tx
      .update(cards)
      .set({
        ...card,
        isDefault: asDefault || known.isDefault,
        hardDecline: known.hardDecline && outlivesEntry(known.hardDecline, true) ? known.hardDecline : null,
      })
      .where(eq(cards.id, known.id));
    await tell('payment_method.updated', known.id);
    return known.id;
  }
  const id = newId('card');
  const hardDecline = await findHardDecline(tx, accountId, card.fingerprint);
  const isDefault = asDefault || known?.isDefault === true;
  const [row] = await tx
    .insert(cards)
    .values({ id, accountId, ...card, isDefault, hardDecline, createdAt: now })
    .onConflictDoUpdate({ target: cards.omiseCardId, set: { isDefault, removedAt: null } })
    .returning({ id: cards.id });
  await tell('payment_method.added', row?.id ?? id);
  return row?.id ?? id;
}

async function findByGatewayId(tx: Tx, omiseCardId: string) {
  const [row] = await tx.select({ id: cards.id }).from(cards).where(eq(cards.omiseCardId, omiseCardId));
  return row;
}

/**
 * Removes a card whose charge for a registration failed, and deletes it at the gateway. The row remains as history.
 */
export async function discardCard(tx: Tx, now: Date, accountId: string, cardId: string): Promise<void> {
  const [card] = await tx
    .update(cards)
    .set({ isDefault: false, removedAt: now })
    .where(and(eq(cards.id, cardId), isNull(cards.removedAt)))
    .returning({ omiseCardId: cards.omiseCardId });
  if (!card) return;
  await queueCardDeletion(tx, accountId, card.omiseCardId);
  await auditCard(tx, now, { id: cardId, accountId }, 'card.discarded');
}

/**
 * Restores a discarded card after its charge succeeded, if the gateway still has the card. Makes it the default card if
 * the account has no default card.
 */
export async function restoreCard(tx: Tx, now: Date, accountId: string, cardId: string): Promise<void> {
  const [card] = await tx.select().from(cards).where(eq(cards.id, cardId));
  if (!card?.removedAt || now.getTime() - card.removedAt.getTime() >= DROP_AFTER_SECONDS * 1000) return;
  if (await findSavedCard(tx, accountId, card.fingerprint)) return;
  const isDefault = (await findDefaultCard(tx, accountId)) === null;
  await tx.update(cards).set({ isDefault, removedAt: null }).where(eq(cards.id, cardId));
  await auditCard(tx, now, { id: cardId, accountId }, 'card.put_back');
}

/**
 * Returns the reason of an earlier permanent decline that still applies after the user has entered the card again; null
 * without such a decline.
 */
export async function findHardDecline(
  tx: Tx,
  accountId: string,
  fingerprint: string,
): Promise<DeclineReason | null> {
  const rows = await tx
    .select({ accountId: cards.accountId, reason: cards.hardDecline })
    .from(cards)
    .where(and(eq(cards.fingerprint, fingerprint), isNotNull(cards.hardDecline)));
  const holds = rows.find((row) => row.reason && outlivesEntry(row.reason, row.accountId === accountId));
  return holds?.reason ?? null;
}

/** Removes the default mark from the account's default card. Must run before another card becomes the default. */
export async function clearDefault(tx: Tx, accountId: string): Promise<void> {
  await tx
    .update(cards)
    .set({ isDefault: false })
    .where(and(eq(cards.accountId, accountId), eq(cards.isDefault, true)));
}

/** Returns the account's saved card with a fingerprint, or null. */
export async function findSavedCard(tx: Tx, accountId: string, fingerprint: string) {
  const [saved] = await tx
    .select()
    .from(cards)
    .where(and(eq(cards.accountId, accountId), eq(cards.fingerprint, fingerprint), isNull(cards.removedAt)));
  return saved ?? null;
}

/** Queues the deletion of a card at the gateway, delayed so that running charges of the card end first. */
export async function queueCardDeletion(
  tx: Tx,
  accountId: string,
  omiseCardId: string,
  afterSeconds = DROP_AFTER_SECONDS,
): Promise<void> {
  const [account] = await tx
    .select({ customerId: accounts.omiseCustomerId })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (!account?.customerId) return;
  const card = { customerId: account.customerId, omiseCardId };
  await addJob(tx, 'delete_card', card, `delete_card:${omiseCardId}`, { afterSeconds });
}

/** Queues the deletion of a card at the gateway if the card is not saved. */
export async function queueDeletionUnlessSaved(
  { db }: Ctx,
  accountId: string,
  { omiseCardId }: GatewayCard,
): Promise<void> {
  const [saved] = await db.select({ id: cards.id }).from(cards).where(eq(cards.omiseCardId, omiseCardId));
  if (!saved) await transaction(db, (tx) => queueCardDeletion(tx, accountId, omiseCardId));
}

/** Returns the default card of an account, or null. */
export async function findDefaultCard(db: Db | Tx, accountId: string) {
  const [card] = await db
    .select()
    .from(cards)
    .where(and(eq(cards.accountId, accountId), eq(cards.isDefault, true)));
  return card ?? null;
}

/** Writes an audit event about a card that its owner changed. */
export async function auditCard(
  tx: Tx,
  now: Date,
  { id, accountId }: { id: string; accountId: string },
  what: `card.${'added' | 'edited' | 'made_default' | 'removed' | 'put_back' | 'discarded'}`,
): Promise<void> {
  await writeAudit(tx, now, { actor: accountId, subject: accountId, what, detail: { cardId: id } });
}

/** The fields of a saved card that clients receive. */
export type SavedCard = Awaited<ReturnType<typeof listCards>>[number];

/** Returns the saved cards of an account with their expiry status, the default card first. */
export async function listCards(db: Db | Tx, now: Date, accountId: string, nextPaymentDate: Day | null) {
  const rows = await db
    .select()
    .from(cards)
    .where(and(eq(cards.accountId, accountId), isNull(cards.removedAt)))
    .orderBy(desc(cards.isDefault), asc(cards.createdAt));
  return rows.map((card) => ({
    cardId: card.id,
    brand: card.brand,
    lastDigits: card.lastDigits,
    name: card.name,
    expiryMonth: card.expiryMonth,
    expiryYear: card.expiryYear,
    isDefault: card.isDefault,
    status: cardStatus(card, dayOf(now), nextPaymentDate),
  }));
}
