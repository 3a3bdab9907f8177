import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { cardStatus } from '@/domain/card';
import { dayOf, type Day } from '@/domain/day';
import { reasonOf } from '@/domain/decline';
import { AppError } from '@/domain/errors';
import type { Ctx } from '../context';
import { transaction, type Db, type Tx } from '../db/client';
import { accounts, cards } from '../db/schema';
import {
  attachCard,
  createCustomer,
  isCustomerGone,
  type GatewayAnswer,
  type GatewayCard,
} from '../gateways/omise';
import { newId } from '../ids';
import { addJob } from '../jobs';
import { lockSubscriptionOf } from '../subscription/locks';

/**
 * Saves the card behind a token at the gateway and here, as the default one. No money moves.
 * @returns our id of the card.
 * @throws AppError CARD_DECLINED when the gateway refuses the token, CHECKOUT_FAILED when it can't be reached
 */
export async function saveCard(ctx: Ctx, accountId: string, cardToken: string): Promise<string> {
  const customerId = await ensureCustomer(ctx, accountId);
  const attached = await attachCard(customerId, cardToken);
  const vanished =
    attached.kind === 'refused' && attached.code === 'not_found' && (await isCustomerGone(customerId));
  const card = orRefuse(
    vanished ? await attachCard(await replaceCustomer(ctx, accountId, customerId), cardToken) : attached,
  );
  return transaction(ctx.db, async (tx) => {
    await lockSubscriptionOf(tx, accountId);
    return writeDefaultCard(tx, ctx.now, accountId, card);
  });
}

async function ensureCustomer({ db }: Ctx, accountId: string): Promise<string> {
  const [account] = await db
    .select({ id: accounts.omiseCustomerId })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (account?.id) return account.id;
  const { id } = orRefuse(await createCustomer(accountId));
  return transaction(db, async (tx) => {
    await lockSubscriptionOf(tx, accountId);
    const [kept] = await tx
      .update(accounts)
      .set({ omiseCustomerId: id })
      .where(and(eq(accounts.id, accountId), isNull(accounts.omiseCustomerId)))
      .returning({ id: accounts.omiseCustomerId });
    if (kept?.id) return kept.id;
    const [other] = await tx
      .select({ id: accounts.omiseCustomerId })
      .from(accounts)
      .where(eq(accounts.id, accountId));
    if (!other?.id) throw new AppError('NOT_LOGGED_IN');
    // Another call was quicker: its customer stays, ours goes again.
    await addJob(tx, 'delete_customer', { customerId: id }, `delete_customer:${id}`);
    return other.id;
  });
}

/** The gateway forgot the customer, and every card with it: the saved ones no longer charge, a new customer takes over. */
async function replaceCustomer(ctx: Ctx, accountId: string, goneId: string): Promise<string> {
  await transaction(ctx.db, async (tx) => {
    await lockSubscriptionOf(tx, accountId);
    await tx
      .update(accounts)
      .set({ omiseCustomerId: null })
      .where(and(eq(accounts.id, accountId), eq(accounts.omiseCustomerId, goneId)));
    await tx
      .update(cards)
      .set({ isDefault: false, removedAt: ctx.now })
      .where(and(eq(cards.accountId, accountId), isNull(cards.removedAt)));
  });
  return ensureCustomer(ctx, accountId);
}

function orRefuse<T>(answer: GatewayAnswer<T>): T {
  if (answer.kind === 'ok') return answer.value;
  if (answer.kind === 'refused') throw new AppError('CARD_DECLINED', { reason: reasonOf(answer.code) });
  throw new AppError('CHECKOUT_FAILED');
}

/** The same card again (by fingerprint) takes the new gateway id, so that it stays one card. */
async function writeDefaultCard(tx: Tx, now: Date, accountId: string, card: GatewayCard): Promise<string> {
  await tx
    .update(cards)
    .set({ isDefault: false })
    .where(and(eq(cards.accountId, accountId), eq(cards.isDefault, true)));
  const [known] = await tx
    .update(cards)
    .set({ ...card, isDefault: true })
    .where(
      and(eq(cards.accountId, accountId), eq(cards.fingerprint, card.fingerprint), isNull(cards.removedAt)),
    )
    .returning({ id: cards.id });
  if (known) return known.id;
  const id = newId('card');
  await tx.insert(cards).values({ id, accountId, ...card, isDefault: true, createdAt: now });
  return id;
}

/** A saved card as every door shows it. */
export type ShownCard = Awaited<ReturnType<typeof listCards>>[number];

/** The saved cards of an account, the default one first, with how long they still work. */
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
