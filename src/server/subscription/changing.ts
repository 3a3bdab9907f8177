import { AppError, type Verdict } from '@/domain/errors';
import { join, type Cause, type Part } from '@/domain/lifecycle/changes';
import { touch } from '@/domain/lifecycle/subscriptions';
import type { SubscriberFacts } from '@/domain/subscription';
import { catalogueOf, type Catalogue } from '../catalogue/queries';
import { clockFrom } from '../platform/clock';
import type { Ctx } from '../platform/context';
import { transaction, type Tx } from '../db';
import { applyChanges, type Applied } from '../lifecycle/apply-changes';
import { lockSubscriber, type Subscriber } from '../lifecycle/load-facts';
import type { Subscription } from '../lifecycle/locks';
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

/** What a change is decided on, read under the subscription's lock. */
export interface Change {
  now: Date;
  /** Locked, as it was before. */
  subscription: Subscription;
  subscriber: Subscriber;
  catalogue: Catalogue;
}

/** What a change does. */
interface Changed {
  /** A few words for the audit, nothing personal. */
  detail: Record<string, unknown>;
  changes: Part;
  /** Why orders take their steps, where that is not what the subscriber asked for. */
  cause?: Cause;
  /** What follows once that is written, in the same transaction. */
  then?: (tx: Tx) => Promise<void>;
}

/**
 * Everything that box, frequency, payment day and address changes have in common, in one transaction: the
 * subscription is locked, the rule and the version are judged, `decide` says what changes, the version grows by one and
 * the audit says what happened. With `preview` the very same is done and rolled back.
 * @param decide answers null when everything is as wished already. It may run more than once.
 * @returns the subscription and its next three orders as they now are; for a preview as they would be, the version too.
 * @throws AppError NOT_ALLOWED without a subscription; the rule's refusal; STALE with the present view as `data`;
 *   what `decide` throws
 */
export async function changeSubscription(
  ctx: Ctx,
  accountId: string,
  { what, rule }: ChangeKind,
  wish: ChangeWish,
  decide: (change: Change) => Changed | null,
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
      const { subscription, subscriber } = await lockSubscriber(tx, accountId, rule);
      const now = clock();
      const show = () => viewSubscription({ ...ctx, now }, accountId, tx, catalogue);
      if (wish.version !== undefined && wish.version !== subscription.version) {
        throw new AppError('STALE', { data: await show() });
      }
      const changed = decide({ now, subscription, subscriber, catalogue });
      if (changed) {
        const { detail, changes, then, cause = 'asked_by_subscriber' } = changed;
        const about = { cause, actor: accountId, subscriptionId: subscription.id };
        const version = changes.subscription ? {} : touch(subscription);
        const asked: Applied = { ...about, cause: 'asked_by_subscriber', audit: [{ what, detail }] };
        await applyChanges(tx, now, [{ ...about, ...join(changes, version) }, asked]);
        await then?.(tx);
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
