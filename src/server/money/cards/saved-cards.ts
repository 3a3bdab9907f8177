import { and, asc, desc, eq, isNull, or } from 'drizzle-orm';
import { cardStatus } from '@/domain/card';
import { dayOf, type Day } from '@/domain/day';
import type { EventType } from '@/domain/event';
import { outlivesEntry } from '@/domain/decline';
import { writeAudit } from '../../lifecycle/audit';
import { addEvents } from '../../lifecycle/events';
import type { Ctx } from '../../platform/context';
import { transaction, type Db, type Tx } from '../../db';
import { accounts, cards } from '../../db/schema';
import type { GatewayCard } from '../../gateways/omise/cards';
import { newId } from '../../platform/ids';
import { addJob } from '../../platform/job-queue';

type Card = typeof cards.$inferSelect;

/** The delay before a card is deleted at the gateway. It is longer than any charge of the card takes. */
const DROP_AFTER_SECONDS = 600;

/**
 * Saves a card that is attached at the gateway. If a saved card has the same fingerprint, updates it and deletes its
 * earlier copy at the gateway. The caller must hold the subscription's lock.
 * @returns the id of the card's row, and whether no saved card had the fingerprint
 */
export async function writeCard(
  tx: Tx,
  now: Date,
  accountId: string,
  { card, asDefault }: { card: GatewayCard; asDefault: boolean },
): Promise<{ id: string; isNew: boolean }> {
  const { saved: known, hasDefault, hardDecline } = await readCopies(tx, accountId, card.fingerprint);
  if (asDefault && hasDefault) await clearDefault(tx, accountId);
  const tell = (type: EventType, cardId: string) =>
    addEvents(tx, now, [{ type, id: cardId, changes: { accountId } }]);
  const isOther = known !== null && known.omiseCardId !== card.omiseCardId;
  if (isOther) await queueCardDeletion(tx, accountId, known.omiseCardId);
  // A discarded card may be attached again under the same id at the gateway. Its own row then replaces the known one.
  const isAgain = isOther && (await findByGatewayId(tx, card.omiseCardId)) !== undefined;
  if (isAgain) {
    await tx.update(cards).set({ isDefault: false, removedAt: now }).where(eq(cards.id, known.id));
    tell('payment_method.removed', known.id);
  } else if (known) {
    await tx
      .update(cards)
      .set({
        ...card,
        isDefault: asDefault || known.isDefault,
        hardDecline: known.hardDecline && outlivesEntry(known.hardDecline, true) ? known.hardDecline : null,
      })
      .where(eq(cards.id, known.id));
    tell('payment_method.updated', known.id);
    return { id: known.id, isNew: false };
  }
  const isDefault = asDefault || known?.isDefault === true;
  const [row] = await tx
    .insert(cards)
    .values({ id: newId('card'), accountId, ...card, isDefault, hardDecline, createdAt: now })
    .onConflictDoUpdate({ target: cards.omiseCardId, set: { isDefault, removedAt: null } })
    .returning({ id: cards.id });
  if (!row) throw new Error('a card was not written');
  tell('payment_method.added', row.id);
  return { id: row.id, isNew: known === null };
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
export async function restoreCard(tx: Tx, now: Date, card: Card): Promise<void> {
  if (!card.removedAt || now.getTime() - card.removedAt.getTime() >= DROP_AFTER_SECONDS * 1000) return;
  const { saved, hasDefault } = await readCopies(tx, card.accountId, card.fingerprint);
  if (saved) return;
  await tx.update(cards).set({ isDefault: !hasDefault, removedAt: null }).where(eq(cards.id, card.id));
  await auditCard(tx, now, card, 'card.put_back');
}

/**
 * Returns what other rows say of a card that a user enters. `saved`: the account's saved card with the fingerprint, or
 * null. `hasDefault`: whether the account has a default card. `hardDecline`: the reason of an earlier permanent decline
 * that still applies after the user has entered the card again, or null.
 */
export async function readCopies(tx: Tx, accountId: string, fingerprint: string) {
  const isDefault = and(eq(cards.accountId, accountId), eq(cards.isDefault, true));
  const rows = await tx
    .select()
    .from(cards)
    .where(or(eq(cards.fingerprint, fingerprint), isDefault));
  const isOwn = (card: Card) => card.accountId === accountId;
  const copies = rows.filter((card) => card.fingerprint === fingerprint);
  const declined = copies.find((card) => card.hardDecline && outlivesEntry(card.hardDecline, isOwn(card)));
  return {
    saved: copies.find((card) => isOwn(card) && card.removedAt === null) ?? null,
    hasDefault: rows.some((card) => isOwn(card) && card.isDefault),
    hardDecline: declined?.hardDecline ?? null,
  };
}

/** Removes the default mark from the account's default card. Must run before another card becomes the default. */
export async function clearDefault(tx: Tx, accountId: string): Promise<void> {
  await tx
    .update(cards)
    .set({ isDefault: false })
    .where(and(eq(cards.accountId, accountId), eq(cards.isDefault, true)));
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
