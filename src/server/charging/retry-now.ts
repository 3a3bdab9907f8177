import { desc, eq } from 'drizzle-orm';
import type { Satang } from '@/domain/money';
import { isUndecided } from '@/domain/payment';
import { isRetriedAtOnce, SAME_REQUEST_MS } from '@/domain/retry';
import type { Ctx } from '../platform/context';
import type { Db, Tx } from '../db';
import { chargeAttempts } from '../db/schema';
import { voidQrCodes } from '../lifecycle/attempts';
import type { Subscription } from '../lifecycle/locks';
import { chargeNow, viewAttempt } from './charge-now';
import { writeAttempt, type WrittenAttempt } from './write-attempts';
import { requireOwedTotal, requireTotal, totalsOf } from './expected-total';
import type { ChargeView } from './charge-view';
import { findOwed, type Owed } from './owed';
import type { QrsRead } from './unread-qrs';

/** What adding or choosing a card means for a payment: nothing, an earlier attempt that answers it, or a new one. */
export type Retry =
  | { kind: 'none' }
  | { kind: 'under_way' }
  | { kind: 'same_wish'; attemptId: string }
  | { kind: 'charge'; written: WrittenAttempt };

type Attempt = typeof chargeAttempts.$inferSelect;

const hasFailed = (owed: Owed | null, subscription: Subscription): boolean =>
  owed !== null &&
  isRetriedAtOnce({
    orderStatus: owed.order.status,
    paymentStatus: owed.payment.status,
    subscriptionStatus: subscription.status,
    isAtBank: false,
  });

/** Whether a payment has failed that another card would be charged for at once. */
export async function isPaymentFailed(tx: Tx, subscription: Subscription): Promise<boolean> {
  return hasFailed(await findOwed(tx, subscription), subscription);
}

/**
 * Refuses to add or choose a card, before the gateway is called, when that would charge another total than was shown.
 * @throws AppError TOTAL_CHANGED
 */
export function requireRetryTotal(
  db: Db,
  subscription: Subscription,
  expectedTotal: Satang | undefined,
): Promise<void> {
  return requireOwedTotal(db, subscription, expectedTotal, (owed) => hasFailed(owed, subscription));
}

/** Newest first. */
function listAttempts(tx: Tx, orderId: string): Promise<Attempt[]> {
  return tx
    .select()
    .from(chargeAttempts)
    .where(eq(chargeAttempts.orderId, orderId))
    .orderBy(desc(chargeAttempts.attemptNo));
}

/**
 * Writes the one attempt that follows from adding or choosing a card while a payment has failed. It is no rung of the
 * ladder and leaves its dates as they are. While another attempt of that order is open nothing is charged; a second click
 * on the same card is the same wish, and so is the card whose bank's page is open. The caller holds the subscription's
 * lock.
 * @throws AppError TOTAL_CHANGED when a new charge, or none, is not what `expectedTotal` (satang) says
 */
export async function prepareRetry(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  {
    cardId,
    tokenHash,
    expectedTotal,
    qrsRead,
  }: { cardId: string; tokenHash?: string; expectedTotal?: Satang; qrsRead: QrsRead },
): Promise<Retry> {
  const chargeNothing = (): Retry => {
    requireTotal(expectedTotal, null);
    return { kind: 'none' };
  };
  const owed = await findOwed(tx, subscription);
  if (!owed) return chargeNothing();
  const attempts = await listAttempts(tx, owed.order.id);
  const undecided = attempts.find(isUndecided);
  const isAtBank = undecided?.status === 'action_required' && undecided.cardId === cardId;
  if (isAtBank) return { kind: 'same_wish', attemptId: undecided.id };
  if (undecided) return { kind: 'under_way' };
  if (!hasFailed(owed, subscription)) return chargeNothing();
  const [latest] = attempts;
  const isSameWish =
    latest?.trigger === 'subscriber' &&
    latest.cardId === cardId &&
    latest.status !== 'voided' &&
    latest.status !== 'expired' &&
    now.getTime() - latest.createdAt.getTime() < SAME_REQUEST_MS;
  if (isSameWish) return { kind: 'same_wish', attemptId: latest.id };
  requireTotal(expectedTotal, totalsOf(owed.order));
  await voidQrCodes(tx, now, [owed.order.id]);
  const attempt = { orderId: owed.order.id, trigger: 'subscriber', cardId, tokenHash, qrsRead } as const;
  return {
    kind: 'charge',
    written: await writeAttempt(tx, now, { ...attempt, returnPath: '/account/cards' }),
  };
}

/**
 * Does what was prepared, after the commit.
 * @throws AppError CHECKOUT_FAILED when certainly nothing was charged
 */
export async function finishRetry(ctx: Ctx, retry: Retry): Promise<ChargeView | null> {
  switch (retry.kind) {
    case 'none':
      return null;
    case 'under_way':
      return { outcome: 'pending' };
    case 'same_wish':
      return viewAttempt(ctx, retry.attemptId);
    case 'charge':
      return chargeNow(ctx, retry.written);
  }
}
