import { and, eq } from 'drizzle-orm';
import { addDays, dayOf, type Day } from '@/domain/day';
import { RECEIVE_BY_DAYS } from '@/domain/delivery';
import { AppError } from '@/domain/errors';
import type { Totals } from '@/domain/payment';
import { hashSecret } from '../auth/session';
import { loadCatalogue, type Catalogue } from '../catalogue/queries';
import type { Ctx } from '../context';
import type { Db, Tx } from '../db/client';
import { accounts, orderItems, orders, payments, subscriptions } from '../db/schema';
import { newId } from '../ids';
import { loadBox, quoteOrder, writeOrder, writeOrderItems } from '../orders/planning';
import { countCodeUse, findCode, releaseCodeUse } from '../rewards/codes';
import { lockSubscriptionOf, type Subscription } from '../subscription/locks';
import { saveCard } from './cards';
import { chargeNow, claimNow } from './charge-now';
import { writeAttempt, type WrittenAttempt } from './charges';
import { giveUpAuthorization } from './checks';
import { findOpenAttempt } from './open-attempts';
import type { ChargeView } from './outcome';
import { bookPaid } from './settlement-money';

export type FirstPaymentOutcome =
  | { outcome: 'paid'; subscriptionStatus: 'active'; orderId: string; receiveBy: Day }
  | { outcome: 'action_required'; authorizeUri: string }
  | { outcome: 'pending' };

/**
 * Step 4 of registering: charges the first order to the card behind a token.
 *
 * For an order that is already paid it answers that again. While 3-D Secure is open, the same token or none
 * answers the same page; another token has the old charge expired first.
 * @throws AppError CARD_DECLINED (with reason), CHECKOUT_FAILED, PAYMENT_PENDING, STEP_MISSING, CODE_INVALID (with
 * the new totals; nothing is charged and the code is removed), NOT_ALLOWED
 */
export async function payFirstOrder(
  ctx: Ctx,
  accountId: string,
  cardToken: string | undefined,
): Promise<FirstPaymentOutcome> {
  const earlier = await earlierOutcome(ctx, accountId, cardToken);
  if (earlier) return earlier;
  if (cardToken === undefined)
    throw new AppError('INPUT_INVALID', { fieldErrors: { cardToken: ['validation.required'] } });
  const cardId = await saveCard(ctx, accountId, cardToken);
  const prepared = await writeFirstAttempt(ctx, accountId, { cardId, cardToken });
  if ('refusal' in prepared) throw prepared.refusal;
  if ('paid' in prepared) return prepared.paid;
  return answerFor(await chargeNow(ctx, prepared));
}

/** What an earlier call led to, when that still decides this one; null when the way is free. */
async function earlierOutcome(ctx: Ctx, accountId: string, cardToken: string | undefined) {
  const paid = await findPaidFirstOrder(ctx.db, accountId);
  if (paid) return paid;
  const [subscription] = await ctx.db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.accountId, accountId));
  const [account] = await ctx.db
    .select({ postalCode: accounts.postalCode })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (subscription?.status !== 'awaiting_payment') throw new AppError('NOT_ALLOWED');
  if (!account?.postalCode) throw new AppError('STEP_MISSING');
  const open = await findOpenAttempt(ctx.db, accountId);
  if (!open) return null;
  if (open.status !== 'action_required') throw new AppError('PAYMENT_PENDING');
  const sameWish = cardToken === undefined || open.tokenHash === hashSecret(cardToken);
  if (sameWish && open.authorizeUri)
    return { outcome: 'action_required' as const, authorizeUri: open.authorizeUri };
  await giveUpAuthorization(ctx, open);
  if (await findOpenAttempt(ctx.db, accountId)) throw new AppError('PAYMENT_PENDING');
  return findPaidFirstOrder(ctx.db, accountId);
}

async function findPaidFirstOrder(db: Db | Tx, accountId: string): Promise<FirstPaymentOutcome | null> {
  const [row] = await db
    .select({ id: orders.id, paidOn: orders.paidOn })
    .from(orders)
    .where(and(eq(orders.accountId, accountId), eq(orders.kind, 'first'), eq(orders.status, 'paid')));
  return row?.paidOn ? paidAnswer(row.id, row.paidOn) : null;
}

function paidAnswer(orderId: string, paidOn: Day): FirstPaymentOutcome {
  return {
    outcome: 'paid',
    subscriptionStatus: 'active',
    orderId,
    receiveBy: addDays(paidOn, RECEIVE_BY_DAYS),
  };
}

/** A code that no longer holds: committed as removed, then refused. */
interface Refused {
  refusal: AppError;
}

async function writeFirstAttempt(
  ctx: Ctx,
  accountId: string,
  card: { cardId: string; cardToken: string },
): Promise<WrittenAttempt | Refused | { paid: FirstPaymentOutcome }> {
  const catalogue = await loadCatalogue(ctx.db, ctx.now);
  return claimNow(ctx, async (tx) => {
    const subscription = await lockSubscriptionOf(tx, accountId);
    if (subscription?.status !== 'awaiting_payment') {
      // Another call was quicker.
      const paid = await findPaidFirstOrder(tx, accountId);
      if (!paid) throw new AppError('NOT_ALLOWED');
      return { paid };
    }
    const prepared = await prepareFirstOrder(tx, ctx.now, subscription, catalogue);
    if ('refusal' in prepared) return prepared;
    if (prepared.total === 0)
      return { paid: await bookFreeOrder(tx, ctx.now, subscription, prepared.orderId, card.cardId) };
    return writeAttempt(tx, ctx.now, {
      orderId: prepared.orderId,
      trigger: 'registration',
      cardId: card.cardId,
      tokenHash: hashSecret(card.cardToken),
      returnPath: '/register/confirmation',
    });
  });
}

/** Prices the first order as of today and counts its code; an order left by a declined attempt is priced again. */
async function prepareFirstOrder(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  catalogue: Catalogue,
): Promise<{ orderId: string; total: number } | Refused> {
  const [account] = await tx
    .select({ postalCode: accounts.postalCode })
    .from(accounts)
    .where(eq(accounts.id, subscription.accountId));
  if (!account?.postalCode) throw new AppError('STEP_MISSING');
  const items = await loadBox(tx, subscription.id);
  const found =
    subscription.code === null ? null : await findCode(tx, subscription.code, subscription.accountId, now);
  const counted = found ? await countCodeUse(tx, found, subscription.id, subscription.accountId, now) : false;
  if (subscription.code !== null && !counted) {
    await tx.update(subscriptions).set({ code: null }).where(eq(subscriptions.id, subscription.id));
    await releaseCodeUse(tx, subscription.id, subscription.accountId);
    return { refusal: codeRefused(quoteOrder(catalogue, items, account.postalCode).totals) };
  }
  if (subscription.code === null) await releaseCodeUse(tx, subscription.id, subscription.accountId);
  const quote = quoteOrder(catalogue, items, account.postalCode, found?.discount ?? null);
  const orderId = await putFirstOrder(tx, now, subscription, catalogue, quote, found?.code ?? null);
  await tx
    .insert(payments)
    .values({
      id: newId('payment'),
      orderId,
      accountId: subscription.accountId,
      method: 'card',
      status: 'pending',
      amount: quote.totals.total,
      createdAt: now,
    })
    .onConflictDoUpdate({
      target: payments.orderId,
      set: { method: 'card', status: 'pending', amount: quote.totals.total, reason: null },
    });
  return { orderId, total: quote.totals.total };
}

function codeRefused(totals: Totals): AppError {
  return new AppError('CODE_INVALID', { data: { totals } }, 'conflict');
}

async function putFirstOrder(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  catalogue: Catalogue,
  quote: ReturnType<typeof quoteOrder>,
  code: string | null,
): Promise<string> {
  const [earlier] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.subscriptionId, subscription.id), eq(orders.cycleIndex, 0)));
  if (!earlier) {
    await tx
      .update(subscriptions)
      .set({ nextIndex: 1, paymentMethod: 'card' })
      .where(eq(subscriptions.id, subscription.id));
    const paymentDate = dayOf(now);
    return writeOrder(tx, {
      subscription,
      cycleIndex: 0,
      kind: 'first',
      status: 'charging',
      paymentDate,
      now,
      code,
      quote,
      catalogue,
    });
  }
  const { totals } = quote;
  await tx
    .update(orders)
    .set({
      status: 'charging',
      paymentDate: dayOf(now),
      listPrice: totals.listPrice,
      boxPrice: totals.boxPrice,
      deliveryFee: totals.deliveryFee ?? 0,
      codeDiscount: totals.codeDiscount,
      code,
      total: totals.total,
      points: totals.points,
    })
    .where(eq(orders.id, earlier.id));
  await tx.delete(orderItems).where(eq(orderItems.orderId, earlier.id));
  await writeOrderItems(tx, earlier.id, quote.box, catalogue);
  return earlier.id;
}

/** Nothing to pay: the card is saved, nobody is asked for money, and the order counts as paid at once. */
async function bookFreeOrder(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  orderId: string,
  cardId: string,
): Promise<FirstPaymentOutcome> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new Error('the order just written is not there');
  await bookPaid(tx, now, { subscription, order }, { paidAt: now, cardId, asked: true });
  return paidAnswer(orderId, dayOf(now));
}

function answerFor(charge: ChargeView): FirstPaymentOutcome {
  switch (charge.outcome) {
    case 'paid':
      return { ...charge, subscriptionStatus: 'active' };
    case 'declined':
      throw new AppError('CARD_DECLINED', { reason: charge.reason });
    case 'action_required':
    case 'pending':
      return charge;
  }
}
