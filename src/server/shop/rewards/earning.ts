import { z } from 'zod';
import type { PointsMovement } from '@/domain/lifecycle/changes';
import { MILESTONE_EVERY } from '@/domain/points';
import { queryRows } from '../../db/query-rows';
import type { Tx } from '../../db';
import { columnShape } from '../../db/row-shapes';
import { referrals, type orders } from '../../db/schema';
import { lockBalances } from '../../lifecycle/points';
import { queueMilestoneMessage } from './notices';
import { lockReferrals, releaseHeldReferral, rewardReferrer, type Referral } from './referrer-points';

type Order = Pick<typeof orders.$inferSelect, 'id' | 'accountId' | 'kind'>;

/**
 * Facts about the account that pays an order. `paidOrders`: the number of paid orders that are not fully
 * refunded. `referral`: the status of the referral of this account; null without one.
 */
const payerRow = z.object({
  accountId: z.string(),
  paidOrders: z.number(),
  referral: columnShape(referrals.status).nullable(),
});
type Payer = z.output<typeof payerRow>;

const PAYERS = `select a.id as "accountId",
    (select count(*)::int from orders o where o.account_id = a.id and o.status = 'paid') as "paidOrders",
    (select r.status from referrals r where r.friend_id = a.id) as referral
  from accounts a where a.id in (select jsonb_array_elements_text($1::jsonb))`;

/**
 * Returns the facts that decide the points of a paid order, by account id. Must run before the order is
 * marked as paid.
 */
export async function loadPayers(tx: Tx, accountIds: readonly string[]): Promise<ReadonlyMap<string, Payer>> {
  const rows = await queryRows(tx, payerRow, { text: PAYERS, params: [JSON.stringify(accountIds)] });
  return new Map(rows.map((row) => [row.accountId, row]));
}

/** A referral, and the friend's order that may give points to the referrer. */
export interface EarnedReferral {
  order: Order;
  referral: Referral;
}

/**
 * Locks the referrals of orders that are about to be marked as paid, and all points balances that will
 * change. Locks the balances in one call, so that all transactions lock them in the same order.
 */
export async function lockEarning(
  tx: Tx,
  paid: readonly Order[],
  payers: ReadonlyMap<string, Payer>,
): Promise<EarnedReferral[]> {
  const friends = paid.filter(({ kind, accountId }) => {
    const referral = payers.get(accountId)?.referral;
    return referral === 'held' || (referral === 'applied' && kind === 'first');
  });
  if (friends.length === 0) return [];
  const locked = await lockReferrals(
    tx,
    friends.map(({ accountId }) => accountId),
  );
  const referrers = [...locked.values()].map(({ referrerId }) => referrerId);
  await lockBalances(tx, [...paid.map(({ accountId }) => accountId), ...referrers]);
  return friends.flatMap((order) => {
    const referral = locked.get(order.accountId);
    return referral ? [{ order, referral }] : [];
  });
}

/**
 * Gives referrers their points for the paid orders of friends. A friend's first order gives the points or
 * puts them on hold. A later order releases points on hold.
 */
export async function rewardReferrals(tx: Tx, now: Date, earned: readonly EarnedReferral[]): Promise<void> {
  for (const { order, referral } of earned) {
    if (referral.status === 'applied') await rewardReferrer(tx, now, order, referral);
    if (referral.status === 'held' && order.kind !== 'first') await releaseHeldReferral(tx, now, referral);
  }
}

/**
 * Queues the messages about new milestones in the given points movements. A milestone is rewarded only once,
 * even if an order is refunded and another is paid.
 */
export async function queueMilestoneMessages(
  tx: Tx,
  now: Date,
  moved: readonly PointsMovement[],
): Promise<void> {
  for (const { kind, accountId, source } of moved) {
    if (kind !== 'milestone') continue;
    const number = Number(source);
    await queueMilestoneMessage(tx, now, accountId, { number, orders: number * MILESTONE_EVERY });
  }
}
