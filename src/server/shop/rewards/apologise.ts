import { allow, AppError, enforce } from '@/domain/errors';
import { touch } from '@/domain/lifecycle/subscriptions';
import { hasSubscribed } from '@/domain/subscription';
import { transaction } from '../../db';
import { applyChanges } from '../../lifecycle/apply-changes';
import { writeReason, requestedBy, type OnBehalf } from '../../lifecycle/requester';
import { requireStaffMay } from '../../lifecycle/staff-limits';
import { lockAccount } from '../../lifecycle/require-subscriber';
import type { Ctx } from '../../platform/context';
import { newId } from '../../platform/ids';

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
    const given = {
      accountId,
      kind: 'apology',
      source: newId('points'),
      delta: points,
      orderId: null,
    } as const;
    await applyChanges(tx, now, [
      {
        ...requestedBy(accountId, by),
        subscriptionId: subscription.id,
        ...touch(subscription),
        points: [given],
        audit: [{ what: 'points.apology_given', detail: { points } }],
      },
    ]);
    await writeReason(tx, now, by);
  });
}
