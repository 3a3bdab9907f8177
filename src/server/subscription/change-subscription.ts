import { eq } from 'drizzle-orm';
import { AppError, type Verdict } from '@/domain/errors';
import { join, type Cause, type Part } from '@/domain/lifecycle/changes';
import { touch } from '@/domain/lifecycle/subscriptions';
import type { Satang } from '@/domain/money';
import type { SubscriberFacts } from '@/domain/subscription';
import { catalogueOf, type Catalogue } from '../catalogue/queries';
import { clockFrom } from '../platform/clock';
import type { Ctx } from '../platform/context';
import { requireTotal, totalsOf } from '../charging/expected-total';
import { transaction, type Tx } from '../db';
import { orders } from '../db/schema';
import { applyChanges, type Applied } from '../lifecycle/apply-changes';
import { lockSubscriber, type Subscriber } from '../lifecycle/load-facts';
import type { Subscription } from '../lifecycle/locks';
import { requestedBy, type OnBehalf } from '../lifecycle/requester';
import { getPreview, getSubscriptionView, type SubscriptionView } from './queries';

/**
 * Options of a change. `preview`: returns the result without changing anything. `version`: the version of the
 * subscription that the caller last read. A change of an older version is refused. `expectedTotal`: the total in satang
 * that the screen showed for the order that the change names, else for the next order that is not skipped; undefined
 * accepts any total. `by`: the member of the staff who
 * requests the change; the subscriber by default.
 */
export interface ChangeOptions {
  preview?: boolean;
  version?: number;
  expectedTotal?: Satang;
  by?: OnBehalf;
}

export interface ChangeKind {
  /** Name of the audit event, such as `subscription.box_changed`. */
  what: string;
  /** Decides whether the change is allowed. It runs after the subscription was locked. */
  rule: (facts: SubscriberFacts) => Verdict;
  /** The order that the change names; omitted for a change of the subscription. */
  orderId?: string;
}

/** The facts of a change. They were read after the subscription was locked. */
export interface Change {
  now: Date;
  subscription: Subscription;
  subscriber: Subscriber;
  catalogue: Catalogue;
}

interface DecidedChange {
  /** The detail of the audit event; it must not contain personal data. */
  detail: Record<string, unknown>;
  changes: Part;
  /** The cause of the order changes, if it is not the subscriber's request. */
  cause?: Cause;
  /** Runs after the changes are written, in the same transaction. */
  then?: (tx: Tx) => Promise<void>;
}

/**
 * Changes the box, frequency, payment day or address of a subscription in one transaction. Locks the
 * subscription, checks the rule and the version, and applies the changes that `decide` returns. Increases the
 * version by one and writes the audit event. A preview does the same and then rolls back the transaction.
 * @param decide returns the changes; null if nothing changes. It may run more than once
 * @returns the subscription and its next three orders after the change; for a preview also its next twelve months
 * @throws AppError NOT_ALLOWED without a subscription, the refusal of the rule, STALE with the present view
 *   as `data`, TOTAL_CHANGED for another total than `expectedTotal`, the errors of `decide`
 */
export async function changeSubscription(
  ctx: Ctx,
  accountId: string,
  { what, rule, orderId }: ChangeKind,
  options: ChangeOptions,
  decide: (change: Change) => DecidedChange | null,
): Promise<SubscriptionView> {
  const clock = clockFrom(ctx.now);
  // Loaded here, because loading in the transaction would need a second connection.
  const catalogue = await catalogueOf(ctx);
  // Compared by identity: development loads two copies of the database library, so a class check would fail.
  const rollback = new Error('the preview is rolled back');
  let view: SubscriptionView | undefined;
  try {
    await transaction(ctx.db, async (tx) => {
      const { subscription, subscriber } = await lockSubscriber(tx, accountId, rule);
      const now = clock();
      const readAs = (read: typeof getPreview) => read({ ...ctx, now }, accountId, tx, catalogue);
      if (options.version !== undefined && options.version !== subscription.version) {
        throw new AppError('STALE', { data: await readAs(getSubscriptionView) });
      }
      const changed = decide({ now, subscription, subscriber, catalogue });
      if (changed) {
        const requested = requestedBy(accountId, options.by);
        const { detail, changes, then, cause = requested.cause } = changed;
        const about = { cause, actor: requested.actor, subscriptionId: subscription.id };
        const version = changes.subscription ? {} : touch(subscription);
        const asked: Applied = { ...about, ...requested, audit: [{ what, detail }] };
        await applyChanges(tx, now, [{ ...about, ...join(changes, version) }, asked]);
        await then?.(tx);
        if (!options.preview) await options.by?.then?.(tx, now);
      }
      view = await readAs(options.preview ? getPreview : getSubscriptionView);
      await requireShownTotal(tx, options.expectedTotal, view, orderId);
      if (options.preview) throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  if (!view) throw new Error('the change returned no view');
  return view;
}

/**
 * Throws if an order costs another total after the change than the screen showed. So a price that rose after the preview
 * is shown before it is confirmed.
 * @param orderId the order whose total was shown; undefined for the next order that is not skipped
 */
async function requireShownTotal(
  tx: Tx,
  expected: Satang | undefined,
  { upcomingOrders }: SubscriptionView,
  orderId = upcomingOrders.find(({ skipped }) => !skipped)?.orderId,
): Promise<void> {
  if (expected === undefined) return;
  const [order] = orderId ? await tx.select().from(orders).where(eq(orders.id, orderId)) : [];
  requireTotal(expected, order ? totalsOf(order) : null);
}
