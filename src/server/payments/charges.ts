import { and, asc, eq, isNotNull, lte, min, sql } from 'drizzle-orm';
import type { DeclineReason } from '@/domain/decline';
import { AppError } from '@/domain/errors';
import { COUNTS_ON_LADDER, type Trigger } from '@/domain/payment';
import type { Ctx } from '../context';
import { systemNow } from '../clock';
import { violatedConstraint, type Tx } from '../db/client';
import { accounts, cards, chargeAttempts, orders, payments, subscriptions } from '../db/schema';
import { isBillingPaused } from '../flags';
import { createCharge } from '../gateways/omise';
import { cardGateway } from '../gateways/omise-calls';
import { newId } from '../ids';
import { applyChanges } from '../lifecycle/apply-changes';
import { leaveQrs } from '../lifecycle/attempts';
import { siteUrl } from '../site-url';
import { lockSubscription } from '../subscription/locks';
import { nextAttemptNo } from './attempt-no';
import { countCharge, isCardAtLimit } from './card-limits';
import { countAwaitedCharge } from './charge-rate';
import { commitClaim, type Claimed } from './claims';
import { isChargingHeld } from './disputes';
import { settleAttempt, type Settled } from './settlement';
import { requireQrsRead, withQrsRead, type QrsRead } from './unread-qrs';

/** Runs a piece of work when the database has room for it. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

const atOnce: InTurn = (work) => work();

/** An attempt that is written down, and everything the gateway is told about it. */
export interface WrittenAttempt extends Claimed {
  request: Parameters<typeof createCharge>[0] | null;
  /** Why the gateway is not called; `no_card` when left out. */
  refusal?: DeclineReason;
}

/**
 * Writes an attempt down as sent, in the caller's transaction and under the subscription's lock. That row is the
 * claim: one live attempt per order is a unique index, so a second one can't be written. Nothing is written beside a QR
 * code that may be paid and was not read: `withQrsRead` reads it and runs the claim again. A card that was declined for
 * good is not charged again, nor by the billing run one that was declined too often.
 * @param attempt `cardId`: our id of the card to charge; the account's default one when left out.
 * @throws AppError THROTTLED where a person asks for a charge of a card that was declined too often
 */
export async function writeAttempt(
  tx: Tx,
  now: Date,
  attempt: {
    orderId: string;
    trigger: Trigger;
    cardId?: string;
    tokenHash?: string;
    returnPath: string;
    qrsRead: QrsRead;
  },
): Promise<WrittenAttempt> {
  const [found] = await tx
    .select({ order: orders, account: accounts, card: cards })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .leftJoin(
      cards,
      and(
        eq(cards.accountId, accounts.id),
        attempt.cardId ? eq(cards.id, attempt.cardId) : eq(cards.isDefault, true),
      ),
    )
    .where(eq(orders.id, attempt.orderId));
  if (!found) throw new Error('an attempt for an order that is not there');
  const { order, account, card } = found;
  await requireQrsRead(tx, account.id, attempt.qrsRead);
  const attemptId = newId('attempt');
  const isHeld = await isChargingHeld(tx, { accountId: account.id, fingerprint: card?.fingerprint ?? null });
  const refusal = isHeld ? 'disputed' : card && (await declineUnasked(tx, attempt.trigger, card));
  await tx.insert(chargeAttempts).values({
    id: attemptId,
    orderId: order.id,
    accountId: account.id,
    attemptNo: await nextAttemptNo(tx, order.id),
    source: 'card',
    trigger: attempt.trigger,
    status: 'sent',
    amount: order.total,
    cardId: card?.id ?? null,
    tokenHash: attempt.tokenHash ?? null,
    createdAt: now,
    sentAt: now,
    askedAt: systemNow(),
  });
  if (refusal) return { attemptId, accountId: account.id, request: null, refusal };
  if (!card || !account.omiseCustomerId) return { attemptId, accountId: account.id, request: null };
  return {
    attemptId,
    accountId: account.id,
    request: {
      attemptId,
      orderId: order.id,
      accountId: account.id,
      amount: order.total,
      customerId: account.omiseCustomerId,
      cardId: card.omiseCardId,
      returnUri: siteUrl(account.locale, attempt.returnPath),
      initiator: COUNTS_ON_LADDER[attempt.trigger] ? 'merchant' : 'customer',
    },
  };
}

/** Returns why a card is not charged at all; a charge that a person asks for is counted. */
async function declineUnasked(
  tx: Tx,
  trigger: Trigger,
  card: typeof cards.$inferSelect,
): Promise<DeclineReason | null> {
  if (card.hardDecline) return card.hardDecline;
  if (COUNTS_ON_LADDER[trigger]) return (await isCardAtLimit(tx, card.fingerprint)) ? 'card_limit' : null;
  await countCharge(tx, card.fingerprint);
  return null;
}

/** Asks the gateway for a written attempt, once, and settles whatever comes back. Without a card nothing is asked. */
export async function sendAttempt(
  ctx: Ctx,
  written: WrittenAttempt,
  inTurn: InTurn = atOnce,
): Promise<Settled | null> {
  if (written.request?.initiator === 'customer') countAwaitedCharge(ctx.db);
  const outcome = written.request
    ? await createCharge(written.request)
    : ({ kind: 'declined', chargeId: null, code: written.refusal ?? 'no_card' } as const);
  return inTurn(() => settleAttempt(ctx, written.attemptId, outcome));
}

/**
 * Card payments that are due, longest due first. None while billing is paused or the gateway does not answer, one when it
 * answers again.
 */
export async function listDuePayments({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  const capacity = await cardGateway.capacity();
  if (capacity === 'none' || (await isBillingPaused(db))) return [];
  return db
    .select({ id: payments.id })
    .from(payments)
    .where(and(isNotNull(payments.dueAt), lte(payments.dueAt, now), eq(payments.method, 'card')))
    .orderBy(asc(payments.dueAt), asc(payments.id))
    .limit(capacity === 'one' ? 1 : limit);
}

/** When the next payment after `after` falls due; null when none is planned. */
export async function nextDueAt({ db }: Ctx, after: Date): Promise<Date | null> {
  const [row] = await db
    .select({ at: min(payments.dueAt) })
    .from(payments)
    .where(sql`${payments.dueAt} > ${after.toISOString()}`);
  return row?.at ?? null;
}

/** Whether the gateway answers, or may be tried by one charge. */
export async function mayCharge(): Promise<boolean> {
  return (await cardGateway.capacity()) !== 'none';
}

/**
 * Charges one due payment: claims it, asks the gateway, settles. If a live QR code of it can't be read at the gateway,
 * the payment stays due for the next run.
 * @param inTurn for what is done in the database; the call outside takes no room there.
 * @returns what stands afterwards, or null when somebody else was quicker or it is no longer due.
 */
export async function chargeDuePayment(
  ctx: Ctx,
  paymentId: string,
  inTurn: InTurn = atOnce,
): Promise<Settled | null> {
  const written = await claimWithQrsRead(ctx, paymentId, inTurn);
  return written ? sendAttempt(ctx, written, inTurn) : null;
}

async function claimWithQrsRead(ctx: Ctx, paymentId: string, inTurn: InTurn): Promise<WrittenAttempt | null> {
  try {
    return await withQrsRead(ctx, (qrsRead) => inTurn(() => claimDuePayment(ctx, paymentId, qrsRead)));
  } catch (error) {
    if (error instanceof AppError && error.code === 'CHECKOUT_FAILED') return null;
    throw error;
  }
}

async function claimDuePayment(
  { db, now }: Ctx,
  paymentId: string,
  qrsRead: QrsRead,
): Promise<WrittenAttempt | null> {
  try {
    return await commitClaim(db, async (tx) => {
      const [owner] = await tx
        .select({ subscriptionId: orders.subscriptionId })
        .from(payments)
        .innerJoin(orders, eq(orders.id, payments.orderId))
        .where(eq(payments.id, paymentId));
      const subscription = owner ? await lockSubscription(tx, owner.subscriptionId) : null;
      if (subscription?.status !== 'active' || (await isBillingPaused(tx))) return null;
      // Read again under the lock: a cancel, a skip or another worker may have come first.
      const [due] = await tx
        .select({ orderId: orders.id, rungsUsed: payments.rungsUsed })
        .from(payments)
        .innerJoin(orders, eq(orders.id, payments.orderId))
        .innerJoin(subscriptions, eq(subscriptions.id, orders.subscriptionId))
        .where(
          and(
            eq(payments.id, paymentId),
            lte(payments.dueAt, now),
            eq(payments.method, 'card'),
            eq(orders.status, 'charging'),
          ),
        );
      if (!due) return null;
      // A link may have been asked for besides; its QR code must not hold up what was announced.
      await leaveQrs(tx, now, [due.orderId]);
      const trigger = due.rungsUsed === 0 ? 'billing_run' : 'retry';
      const attempt = { orderId: due.orderId, trigger, returnPath: '/account', qrsRead } as const;
      const written = await writeAttempt(tx, now, attempt);
      const { orderId, rungsUsed } = due;
      const claimed = { payments: [{ orderId, dueAt: null, rungsUsed: rungsUsed + 1 }] };
      const about = {
        cause: 'payment_date_began',
        actor: 'billing',
        subscriptionId: subscription.id,
      } as const;
      await applyChanges(tx, now, [{ ...about, ...claimed }]);
      return written;
    });
  } catch (error) {
    if (violatedConstraint(error) === 'charge_attempts_one_live') return null;
    throw error;
  }
}
