import { allow, AppError, enforce } from '@/domain/errors';
import type { Part } from '@/domain/lifecycle/changes';
import { touch } from '@/domain/lifecycle/subscriptions';
import { hasSubscribed } from '@/domain/subscription';
import { transaction } from '../../db';
import { applyChanges } from '../../lifecycle/apply-changes';
import { writeReason, requestedBy, type OnBehalf } from '../../lifecycle/requester';
import type { Subscription } from '../../lifecycle/locks';
import { requireStaffMay } from '../../lifecycle/staff-limits';
import { lockAccount } from '../../lifecycle/require-subscriber';
import type { Ctx } from '../../platform/context';
import { newId } from '../../platform/ids';

/** Returns the change that gives points as an apology, or takes them back. `source`: what they are given once by. */
export const givePoints = (subscription: Subscription, points: number, source: string) => ({
  what: 'points.apology_given',
  detail: { points },
  changes: {
    ...touch(subscription),
    points: [{ accountId: subscription.accountId, kind: 'apology', source, delta: points, orderId: null }],
  } satisfies Part,
});

/**
 * Adds points as an apology. They do not reduce a debt, so that the subscriber sees all of them.
 * @param input `version`: the version of the subscription that the member last saw, so that two members who apologise at
 *   once do not both add points. `by`: the member of the staff
 * @throws AppError NOT_ALLOWED for a registration in progress, STALE for another version, OWN_ACCOUNT, MONTHLY_LIMIT
 */
export async function addApologyPoints(
  { db, now }: Ctx,
  accountId: string,
  { points, version, by }: { points: number; version: number; by: OnBehalf },
): Promise<void> {
  await transaction(db, async (tx) => {
    const { subscription } = await lockAccount(tx, accountId, () => allow);
    enforce(hasSubscribed(subscription));
    if (subscription.version !== version) throw new AppError('STALE');
    await requireStaffMay(tx, now, by.actor, { act: 'apologyPoints', amount: points, accountId });
    const { what, changes, detail } = givePoints(subscription, points, newId('points'));
    await applyChanges(tx, now, [
      {
        ...requestedBy(accountId, by),
        subscriptionId: subscription.id,
        ...changes,
        audit: [{ what, detail }],
      },
    ]);
    await writeReason(tx, now, by);
  });
}
