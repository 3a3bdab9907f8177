import { desc, eq } from 'drizzle-orm';
import type { Satang } from '@/domain/money';
import { isUnresolved } from '@/domain/payment';
import { isRetriedAtOnce, SAME_REQUEST_MS } from '@/domain/retry';
import type { Ctx } from '../platform/context';
import type { Db, Tx } from '../db';
import { chargeAttempts } from '../db/schema';
import { voidQrCodes } from '../lifecycle/attempts';
import type { Subscription } from '../lifecycle/locks';
import { chargeNow, viewAttempt, type ChargeView } from './charge-now';
import { writeAttempt, type WrittenAttempt } from './write-attempts';
import { requireOwedTotal, requireTotal, totalsOf } from './expected-total';
import { findOwedOrder, type OwedOrder } from './queries';
import type { QrsRead } from './unread-qrs';

/**
 * The result of adding or choosing a card for a failed payment. `none`: nothing is charged. `under_way`:
 * another attempt is open. `same_request`: an attempt for the same request exists. `charge`: a new attempt
 * was written.
 */
export type Retry =
  | { kind: 'none' }
  | { kind: 'under_way' }
  | { kind: 'same_request'; attemptId: string }
  | { kind: 'charge'; written: WrittenAttempt };

type Attempt = typeof chargeAttempts.$inferSelect;

const hasFailed = (owed: OwedOrder | null, subscription: Subscription): boolean =>
  owed !== null &&
  isRetriedAtOnce({
    orderStatus: owed.order.status,
    orderedFrom: owed.order.orderedFrom,
    paymentStatus: owed.payment.status,
    subscriptionStatus: subscription.status,
    isAtBank: false,
  });

/**
 * Whether the payment of the owed order has failed. A card that is added or chosen is then charged at once.
 */
export async function isPaymentFailed(tx: Tx, subscription: Subscription): Promise<boolean> {
  return hasFailed(await findOwedOrder(tx, subscription), subscription);
}

/**
 * Throws if adding or choosing a card would charge a total that differs from the shown total. Must run before
 * the gateway is called.
 * @throws AppError TOTAL_CHANGED
 */
export function requireRetryTotal(
  db: Db,
  subscription: Subscription,
  expectedTotal: Satang | undefined,
): Promise<void> {
  return requireOwedTotal(db, subscription, expectedTotal, (owed) => hasFailed(owed, subscription));
}

/** Returns the attempts of an order, newest first. */
function listAttempts(tx: Tx, orderId: string): Promise<Attempt[]> {
  return tx
    .select()
    .from(chargeAttempts)
    .where(eq(chargeAttempts.orderId, orderId))
    .orderBy(desc(chargeAttempts.attemptNo));
}

/**
 * Writes an attempt for a failed payment with an added or chosen card. The retry schedule does not change.
 * Writes nothing while another attempt of the order is open, or for a repeated request with the same card.
 * The caller must hold the subscription's lock.
 * @throws AppError TOTAL_CHANGED if `expectedTotal` (satang) is not the total that would be charged
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
  const owed = await findOwedOrder(tx, subscription);
  if (!owed) return chargeNothing();
  const attempts = await listAttempts(tx, owed.order.id);
  const unresolved = attempts.find(isUnresolved);
  const isAtBank = unresolved?.status === 'action_required' && unresolved.cardId === cardId;
  if (isAtBank) return { kind: 'same_request', attemptId: unresolved.id };
  if (unresolved) return { kind: 'under_way' };
  if (!hasFailed(owed, subscription)) return chargeNothing();
  const [latest] = attempts;
  const isSameRequest =
    latest?.trigger === 'subscriber' &&
    latest.cardId === cardId &&
    latest.status !== 'voided' &&
    latest.status !== 'expired' &&
    now.getTime() - latest.createdAt.getTime() < SAME_REQUEST_MS;
  if (isSameRequest) return { kind: 'same_request', attemptId: latest.id };
  requireTotal(expectedTotal, totalsOf(owed.order));
  await voidQrCodes(tx, now, [owed.order.id]);
  const attempt = { orderId: owed.order.id, trigger: 'subscriber', cardId, tokenHash, qrsRead } as const;
  return {
    kind: 'charge',
    written: await writeAttempt(tx, now, { ...attempt, returnPath: '/account/cards' }),
  };
}

/**
 * Sends the attempt that `prepareRetry` wrote to the gateway. Must run after the commit.
 * @returns the result of the charge or of the earlier attempt; null if nothing is charged
 * @throws AppError CHECKOUT_FAILED if certainly nothing was charged
 */
export async function finishRetry(ctx: Ctx, retry: Retry): Promise<ChargeView | null> {
  switch (retry.kind) {
    case 'none':
      return null;
    case 'under_way':
      return { outcome: 'pending' };
    case 'same_request':
      return viewAttempt(ctx, retry.attemptId);
    case 'charge':
      return chargeNow(ctx, retry.written);
  }
}
