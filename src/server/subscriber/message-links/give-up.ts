import { and, eq } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { join } from '@/domain/lifecycle/changes';
import { voidOrders } from '@/domain/lifecycle/orders';
import { deactivate, touch } from '@/domain/lifecycle/subscriptions';
import { isRepairable } from '@/domain/order-link';
import { requireQrsRead, withQrsRead, type QrsRead } from '../../money/charging/unread-qrs';
import { transaction, type Tx } from '../../db';
import { orderLinks } from '../../db/schema';
import { applyChanges } from '../../lifecycle/apply-changes';
import { lockSubscription } from '../../lifecycle/locks';
import { countThrottled } from '../../platform/throttle';
import { abandonChallenge } from '../../money/settlement/release-open-payments';
import { findRepair, stateOf, type Repair } from './find-repair';
import { requireRepair, viewRepair, type LinkCtx, type RepairView } from './repair-page';

/**
 * Gives up the order of a repair link: it becomes void, the points of its free product return, and nothing is owed
 * for it. The next orders stay. Open QR codes are read at the gateway first, because they may be paid. An open
 * 3-D Secure challenge is abandoned. A repeated call changes nothing.
 * @param address the caller's IP address, for the rate limit
 * @throws AppError NOT_FOUND, NOTHING_TO_PAY if the order was paid or ended in another way, PAYMENT_PENDING while a
 *   charge's outcome is unknown, CHECKOUT_FAILED if an open QR code can't be read, THROTTLED
 */
export async function giveUpOrder(ctx: LinkCtx, token: string, address: string): Promise<RepairView> {
  await countThrottled(ctx.db, 'linkAddress', address);
  const found = await requireRepair(ctx, token);
  requireGivable(found);
  if (found.open?.source === 'card' && found.open.status === 'action_required')
    await abandonChallenge(ctx, found.open);
  await withQrsRead(ctx, (qrsRead) =>
    transaction(ctx.db, async (tx) => {
      const subscription = await lockSubscription(tx, found.subscription.id);
      const locked = subscription && (await findRepair({ db: tx, now: ctx.now }, token));
      if (!locked) throw new AppError('NOT_FOUND');
      await giveUp(tx, ctx.now, locked, qrsRead);
    }),
  );
  return viewRepair(ctx, token);
}

/** Throws unless the order can be given up or is given up already. */
function requireGivable(found: Repair): void {
  const state = stateOf(found);
  if (state === 'pending') throw new AppError('PAYMENT_PENDING');
  if (!isRepairable(state) && state !== 'given_up') throw new AppError('NOTHING_TO_PAY');
}

async function giveUp(tx: Tx, now: Date, found: Repair, qrsRead: QrsRead): Promise<void> {
  requireGivable(found);
  const { order, subscription, open } = found;
  if (stateOf(found) === 'given_up') return;
  // The challenge is still open: the gateway did not expire it, so the card may be charged.
  if (open?.source === 'card') throw new AppError('PAYMENT_PENDING');
  await requireQrsRead(tx, order.accountId, qrsRead);
  const ends = subscription.status === 'awaiting_payment' ? deactivate(subscription) : touch(subscription);
  const about = { cause: 'asked_by_subscriber', actor: subscription.accountId } as const;
  const audit = [{ what: 'order.given_up', detail: { orderId: order.id } }];
  const changes = join(voidOrders([order]), ends, { audit });
  await applyChanges(tx, now, [{ ...about, subscriptionId: subscription.id, ...changes }]);
  await tx
    .update(orderLinks)
    .set({ usedAt: now })
    .where(and(eq(orderLinks.orderId, order.id), eq(orderLinks.action, 'fix')));
}
