import { AppError, enforce, type Verdict } from '@/domain/errors';
import { touch } from '@/domain/lifecycle/subscriptions';
import type { SubscriberFacts } from '@/domain/subscription';
import { catalogueOf, type Catalogue } from '../catalogue/queries';
import { clockFrom } from '../platform/clock';
import type { Ctx } from '../platform/context';
import { ask } from '../db/ask';
import { transaction, type Tx } from '../db';
import { applyChanges } from '../lifecycle/apply-changes';
import { awaitsOffline } from '../lifecycle/awaited-payments';
import { lockSubscriptionOf, type Subscription } from '../lifecycle/locks';
import { viewSubscription, type SubscriptionView } from './shown';

/** `preview`: nothing is written. `version`: of the subscription that the caller looked at. */
export interface ChangeWish {
  preview?: boolean;
  version?: number;
}

export interface ChangeKind {
  /** What the audit calls it, such as `subscription.box_changed`. */
  what: string;
  /** Who may, judged under the lock. */
  rule: (facts: SubscriberFacts) => Verdict;
}

/** What a change works with: everything it reads, it reads through `tx`, under the subscription's lock. */
export interface Change {
  tx: Tx;
  now: Date;
  /** Locked, as it was before. */
  subscription: Subscription;
  catalogue: Catalogue;
}

/**
 * Everything that box, frequency, payment day and address changes have in common, in one transaction: the
 * subscription is locked, the rule and the version are judged, `work` writes, the version grows by one and the
 * audit says what happened. With `preview` the very same is done and rolled back.
 * @param work writes the change and answers a few words for the audit (nothing personal); or answers null, having
 *   written nothing, when everything is as wished already. It leaves `version` alone, and may run more than once.
 * @returns the subscription and its next three orders as they now are; for a preview as they would be, the version too.
 * @throws AppError NOT_ALLOWED without a subscription; the rule's refusal; STALE with the present view as `data`;
 *   what `work` throws
 */
export async function changeSubscription(
  ctx: Ctx,
  accountId: string,
  { what, rule }: ChangeKind,
  wish: ChangeWish,
  work: (change: Change) => Promise<Record<string, unknown> | null>,
): Promise<SubscriptionView> {
  const clock = clockFrom(ctx.now);
  // Asked before: inside, it would want a second connection while holding one.
  const catalogue = await catalogueOf(ctx);
  // Told apart by what it is: with two copies of the database's library in one process, as in development, its own
  // class is not one class.
  const undone = new Error('a preview is undone');
  let view: SubscriptionView | undefined;
  try {
    await transaction(ctx.db, async (tx) => {
      const subscription = await lockSubscriptionOf(tx, accountId);
      const now = clock();
      const show = () => viewSubscription({ ...ctx, now }, accountId, tx, catalogue);
      if (!subscription) throw new AppError('NOT_ALLOWED');
      enforce(rule(await factsOf(tx, subscription)));
      if (wish.version !== undefined && wish.version !== subscription.version) {
        throw new AppError('STALE', { data: await show() });
      }
      const detail = await work({ tx, now, subscription, catalogue });
      if (detail) {
        const about = {
          cause: 'asked_by_subscriber',
          actor: accountId,
          subscriptionId: subscription.id,
        } as const;
        await applyChanges(tx, now, [{ ...about, ...touch(subscription), audit: [{ what, detail }] }]);
      }
      view = await show();
      if (wish.preview) throw undone;
    });
  } catch (error) {
    if (error !== undone) throw error;
  }
  if (!view) throw new Error('a change ended without an answer');
  return view;
}

async function factsOf(tx: Tx, { id, status, activatedAt }: Subscription): Promise<SubscriberFacts> {
  const [row] = await ask<{ awaits: boolean }>(tx, `select ${awaitsOffline('$1')} as awaits`, [id]);
  return { status, activatedAt, awaitsOfflinePayment: row?.awaits ?? false };
}
