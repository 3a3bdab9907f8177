import { and, eq } from 'drizzle-orm';
import { dayOf, type Day } from '@/domain/day';
import { receiveByOf } from '@/domain/delivery';
import { coarseReason, reasonOf } from '@/domain/decline';
import { AppError } from '@/domain/errors';
import type { Satang } from '@/domain/money';
import { SAME_REQUEST_MS } from '@/domain/retry';
import { isRegistering, mayPayFirst } from '@/domain/subscription';
import { hashSecret } from '../auth/session';
import { loadCatalogue } from '../catalogue/queries';
import type { Ctx } from '../platform/context';
import type { Db, Tx } from '../db';
import { accounts, orders, subscriptions } from '../db/schema';
import { lockSubscriptionOf, type Subscription } from '../lifecycle/locks';
import { attachToCustomer } from '../cards/attach-card';
import { queueDeletionUnlessSaved } from '../cards/saved-cards';
import { chargeNow, claimNow, type ChargeView } from '../charging/charge-now';
import { findAttemptByToken } from '../charging/queries';
import { writeAttempt, type WrittenAttempt } from '../charging/write-attempts';
import { makeDefaultCard, type ChosenCard } from '../cards/chosen-card';
import { requireTotal, totalsOf } from '../charging/expected-total';
import { prepareFirstOrder, quoteFirstOrder, type Refused } from './first-order';
import { closeLinks } from '../lifecycle/payment-links';
import { findOpenAttempt } from '../settlement/queries';
import { abandonChallenge } from '../settlement/release-open-payments';
import { bookPaid } from '../settlement/book-paid';

type PaidFirstOrder = { outcome: 'paid'; subscriptionStatus: 'active'; orderId: string; receiveBy: Day };

type UnpaidFirstOrder = { outcome: 'action_required'; authorizeUri: string } | { outcome: 'pending' };
export type FirstPaymentOutcome = PaidFirstOrder | UnpaidFirstOrder;

/**
 * Charges the first order to the card of a token (step 4 of registering). For a paid order, returns its
 * outcome again. If a 3-D Secure challenge is open, a call without a token or with the same token returns its
 * URL. A call with another token abandons the challenge first. A challenge can be completed after the
 * registration expires, but no new charge starts then.
 * @param expectedTotal the total that was shown, in satang; undefined accepts any total
 * @throws AppError TOTAL_CHANGED (with the new quote; nothing is charged), CARD_DECLINED (with reason),
 *   CHECKOUT_FAILED, PAYMENT_PENDING, STEP_MISSING, THROTTLED, CODE_INVALID (with the new totals; nothing is
 *   charged and the code is removed), NOT_ALLOWED
 */
export async function payFirstOrder(
  ctx: Ctx,
  accountId: string,
  cardToken: string | undefined,
  expectedTotal?: Satang,
): Promise<FirstPaymentOutcome> {
  const earlier = await earlierOutcome(ctx, accountId, cardToken, expectedTotal);
  if (earlier) return earlier;
  if (cardToken === undefined)
    throw new AppError('INPUT_INVALID', { fieldErrors: { cardToken: ['validation.required'] } });
  const card = await attachToCustomer(ctx, accountId, cardToken);
  const chosen = { card, tokenHash: hashSecret(cardToken) };
  return toOutcome(await chargeFirstOrder(ctx, accountId, chosen, expectedTotal));
}

/**
 * Charges the first order to a card and closes its open payment link. Saves the card only if it is charged.
 * `settleAttempt` deletes the card if the charge fails.
 * @param expectedTotal the total that was shown, in satang; undefined accepts any
 * @throws AppError CHECKOUT_FAILED, PAYMENT_PENDING, STEP_MISSING, CODE_INVALID, TOTAL_CHANGED, NOT_ALLOWED
 */
export async function chargeFirstOrder(
  ctx: Ctx,
  accountId: string,
  chosen: ChosenCard,
  expectedTotal: Satang | undefined,
): Promise<ChargeView> {
  try {
    const prepared = await writeFirstAttempt(ctx, accountId, chosen, expectedTotal);
    if ('error' in prepared) throw prepared.error;
    if ('paid' in prepared) return prepared.paid;
    return withCoarseReason('same' in prepared ? prepared.same : await chargeNow(ctx, prepared));
  } finally {
    if ('card' in chosen) await queueDeletionUnlessSaved(ctx, accountId, chosen.card);
  }
}

/** Returns the outcome of an earlier call that also answers this call; null if a new charge may start. */
async function earlierOutcome(
  ctx: Ctx,
  accountId: string,
  cardToken: string | undefined,
  expectedTotal: Satang | undefined,
) {
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
  if (!subscription || !isRegistering(subscription)) throw new AppError('NOT_ALLOWED');
  if (!account?.postalCode) throw new AppError('STEP_MISSING');
  const open = await findOpenAttempt(ctx.db, accountId);
  if (!open && !mayPayFirst(subscription, ctx.now)) throw new AppError('NOT_ALLOWED');
  if (!open) {
    const catalogue = await loadCatalogue(ctx.db, ctx.now);
    const { postalCode } = account;
    const totals = await quoteFirstOrder(ctx.db, ctx.now, subscription, { catalogue, postalCode });
    if (totals) requireTotal(expectedTotal, totals);
    return null;
  }
  if (open.status !== 'action_required') throw new AppError('PAYMENT_PENDING');
  // The open charge has the total that the registration shows.
  const [asked] = await ctx.db.select().from(orders).where(eq(orders.id, open.orderId));
  if (asked) requireTotal(expectedTotal, totalsOf(asked));
  const isIdentical = cardToken === undefined || open.tokenHash === hashSecret(cardToken);
  if (isIdentical && open.authorizeUri)
    return { outcome: 'action_required' as const, authorizeUri: open.authorizeUri };
  await abandonChallenge(ctx, open);
  if (await findOpenAttempt(ctx.db, accountId)) throw new AppError('PAYMENT_PENDING');
  return findPaidFirstOrder(ctx.db, accountId);
}

/** Returns the outcome of a first order that is paid; null if it is not. */
export async function findPaidFirstOrder(db: Db | Tx, accountId: string): Promise<PaidFirstOrder | null> {
  const [row] = await db
    .select({ id: orders.id, paidOn: orders.paidOn })
    .from(orders)
    .where(and(eq(orders.accountId, accountId), eq(orders.kind, 'first'), eq(orders.status, 'paid')));
  return row?.paidOn ? toPaidOutcome(row.id, row.paidOn) : null;
}

function toPaidOutcome(orderId: string, paidOn: Day): PaidFirstOrder {
  return {
    outcome: 'paid',
    subscriptionStatus: 'active',
    orderId,
    receiveBy: receiveByOf(paidOn),
  };
}

async function writeFirstAttempt(
  ctx: Ctx,
  accountId: string,
  chosen: ChosenCard,
  expectedTotal: Satang | undefined,
): Promise<WrittenAttempt | Refused | { paid: PaidFirstOrder } | { same: ChargeView }> {
  const catalogue = await loadCatalogue(ctx.db, ctx.now);
  const tokenHash = 'card' in chosen ? chosen.tokenHash : undefined;
  return claimNow(ctx, async (tx, qrsRead) => {
    const subscription = await lockSubscriptionOf(tx, accountId);
    if (!subscription || !mayPayFirst(subscription, ctx.now)) {
      // A concurrent call has paid, or the registration has expired.
      const paid = await findPaidFirstOrder(tx, accountId);
      if (!paid) throw new AppError('NOT_ALLOWED');
      return { paid };
    }
    if (await findOpenAttempt(tx, accountId)) throw new AppError('PAYMENT_PENDING');
    const same = await findRecentDecline(tx, ctx.now, accountId, tokenHash);
    if (same) return { same };
    const prepared = await prepareFirstOrder(tx, ctx.now, subscription, {
      catalogue,
      method: 'card',
      card: 'card' in chosen ? chosen.card.fingerprint : undefined,
      expectedTotal,
    });
    if ('error' in prepared) return prepared;
    // An open link must not be paid in addition to the card.
    await closeLinks(tx, ctx.now, subscription, prepared.orderId, 'void');
    const cardId = await makeDefaultCard(tx, ctx.now, accountId, chosen);
    if (prepared.total === 0)
      return { paid: await bookFreeOrder(tx, ctx.now, subscription, prepared.orderId, cardId) };
    return writeAttempt(tx, ctx.now, {
      orderId: prepared.orderId,
      trigger: 'registration',
      cardId,
      tokenHash,
      returnPath: '/register/confirmation',
      qrsRead,
    });
  });
}

/**
 * Returns the recent decline of the same card token, so that a repeated click does not charge again. Null
 * without one.
 */
async function findRecentDecline(
  tx: Tx,
  now: Date,
  accountId: string,
  tokenHash: string | undefined,
): Promise<ChargeView | null> {
  const earlier = tokenHash ? await findAttemptByToken(tx, accountId, tokenHash) : null;
  if (earlier?.status !== 'declined') return null;
  const isSame = now.getTime() - earlier.createdAt.getTime() < SAME_REQUEST_MS;
  return isSame ? { outcome: 'declined', reason: reasonOf(earlier.reason) } : null;
}

/** Records a first order with a total of zero as paid, with its saved card. */
async function bookFreeOrder(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  orderId: string,
  cardId: string,
): Promise<PaidFirstOrder> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new Error('the order just written is not there');
  await bookPaid(tx, now, [{ subscription, order, paidAt: now, cardId, asked: true }]);
  return toPaidOutcome(orderId, dayOf(now));
}

function withCoarseReason(charge: ChargeView): ChargeView {
  return charge.outcome === 'declined' ? { ...charge, reason: coarseReason(charge.reason) } : charge;
}

function toOutcome(charge: ChargeView): FirstPaymentOutcome {
  switch (charge.outcome) {
    case 'paid':
      return { ...charge, subscriptionStatus: 'active' };
    case 'declined':
      throw new AppError('CARD_DECLINED', { reason: coarseReason(charge.reason) });
    case 'action_required':
    case 'pending':
      return charge;
  }
}
