import type { Tx } from '../../db';
import type { bulkChanges } from '../../db/schema';
import type { Locked } from '../../lifecycle/load-facts';
import { queueMessages, withdrawMessages } from '../../lifecycle/outbox';
import { accountUrl } from '../../platform/site-url';
import type { PlannedRow } from './decide-row';

/**
 * Queues one message for each subscriber whom a bulk change has changed, with the reason of the shop. When the change is
 * undone before that message has left, the subscriber gets none; otherwise a second one.
 */
export async function tellChanged(
  tx: Tx,
  now: Date,
  { id, change, ...why }: Pick<typeof bulkChanges.$inferSelect, 'id' | 'change' | 'en' | 'th'>,
  { isUndone, going }: { isUndone: boolean; going: readonly { locked: Locked; planned: PlannedRow }[] },
): Promise<void> {
  const keyOf = ({ locked }: (typeof going)[number]) => `bulk:${id}:${locked.subscription.accountId}`;
  const unread = new Set(isUndone ? await withdrawMessages(tx, going.map(keyOf)) : []);
  await queueMessages(
    tx,
    now,
    going
      .filter((one) => !unread.has(keyOf(one)))
      .map((one) => {
        const { account } = one.locked.subscriber;
        const payload = {
          firstName: account.firstName,
          accountUrl: accountUrl(account.locale),
          what: change.kind,
          isUndone,
          why: isUndone ? '' : why[account.locale],
          next: one.planned.next,
          ...(change.kind === 'points' && { points: change.points }),
          ...(change.kind === 'pause' && !isUndone && { until: change.until }),
        };
        const dedupeKey = isUndone ? `${keyOf(one)}:undo` : keyOf(one);
        return {
          kind: 'plan_changed' as const,
          accountId: one.locked.subscription.accountId,
          dedupeKey,
          payload,
        };
      }),
  );
}
