import { eq } from 'drizzle-orm';
import type { AcceptedOffer } from '@/domain/cancel-offer';
import { AppError, type Verdict } from '@/domain/errors';
import { join, type Cause, type Part } from '@/domain/lifecycle/changes';
import { touch } from '@/domain/lifecycle/subscriptions';
import type { Satang } from '@/domain/money';
import type { SubscriberFacts } from '@/domain/subscription';
import { loadCatalogue, type Catalogue } from '../../shop/catalogue/queries';
import { clockFrom } from '../../platform/clock';
import type { Ctx } from '../../platform/context';
import { requireTotal, totalsOf } from '../../money/charging/expected-total';
import { rehearse, transaction, type Tx } from '../../db';
import { orders } from '../../db/schema';
import { applyChanges, type Applied } from '../../lifecycle/apply-changes';
import { lockSubscriber, type Locked } from '../../lifecycle/load-facts';
import type { Subscription } from '../../lifecycle/locks';
import { markOrderLink, type UsedLink } from '../../lifecycle/order-links';
import { requestedBy, writeReason, type OnBehalf } from '../../lifecycle/requester';
import { writeConsequences, type Consequences } from '../../shop/orders/consequences';
import { countAcceptedOffer } from './cancel-offer';
import { getPreview, getSubscriptionView, type SubscriptionView } from './queries';

/**
 * Options of a change. `preview`: returns the result without changing anything. `version`: the version of the
 * subscription that the caller last read. A change of an older version is refused. `expectedTotal`: the total in satang
 * that the screen showed for the order that the change names, else for the next order that is not skipped; undefined
 * accepts any total. `by`: the member of the staff who requests the change; the subscriber by default. `through`: the
 * link that requests the change, which it uses up or, to take its action back, opens again.
 */
export interface ChangeOptions {
  preview?: boolean;
  version?: number;
  expectedTotal?: Satang;
  by?: OnBehalf;
  through?: UsedLink;
}

interface ChangeKind {
  /** Name of the audit event, such as `subscription.box_changed`; null for none. */
  what: string | null;
  /** Decides whether the change is allowed. It runs after the subscription was locked. */
  rule: (facts: SubscriberFacts) => Verdict;
}

/** The facts of a change. They were read after the subscription was locked. */
export interface Change extends Locked {
  now: Date;
}

/** What a change writes, as data. */
export interface Decided {
  /** The detail of the audit event; it must not contain personal data. */
  detail: Record<string, unknown>;
  changes: Part;
  /** The cause of the order changes, if it is not the subscriber's request. */
  cause?: Cause;
  consequences?: Consequences;
  accepted?: AcceptedOffer;
  /** The changes that follow from the written ones. */
  next?: { cause: Cause; changes: Part; consequences: Consequences };
}

/** `what`: the name of the audit event. `by`: who requests it, the subscriber by default. */
export interface DecidedChange {
  subscription: Subscription;
  what: string | null;
  by?: OnBehalf | undefined;
  decided: Decided;
}

interface Steps<View> {
  /** Returns the changes; null if nothing changes. It may run more than once. */
  decide: (change: Change) => Decided | null;
  show: (tx: Tx, now: Date) => Promise<View>;
}

/**
 * Changes a subscription and returns the subscription and its next three orders; for a preview also its next twelve
 * months.
 * @throws AppError TOTAL_CHANGED for another total than `expectedTotal`, the errors of `changeLocked`
 */
export async function changeSubscription(
  ctx: Ctx,
  accountId: string,
  { catalogue, orderId, ...kind }: ChangeKind & { catalogue: Catalogue; orderId?: string },
  options: ChangeOptions,
  decide: Steps<unknown>['decide'],
): Promise<SubscriptionView> {
  return changeLocked(ctx, accountId, kind, options, {
    decide,
    show: async (tx, now) => {
      const read = options.preview ? getPreview : getSubscriptionView;
      const view = await read({ ...ctx, now }, accountId, tx, catalogue);
      await requireShownTotal(tx, options.expectedTotal, view, orderId);
      return view;
    },
  });
}

/**
 * Changes a subscription in one transaction. Locks the subscription, checks the rule and the version, and applies the
 * changes that `decide` returns. Increases the version by one and writes the audit event. A preview does the same and
 * then rolls back the transaction.
 * @throws AppError NOT_ALLOWED without a subscription, the refusal of the rule, STALE with the present view
 *   as `data`, the errors of `decide`
 */
export async function changeLocked<View>(
  ctx: Ctx,
  accountId: string,
  kind: ChangeKind,
  options: ChangeOptions,
  { decide, show }: Steps<View>,
): Promise<View> {
  const clock = clockFrom(ctx.now);
  const run = options.preview ? rehearse : transaction;
  return run(ctx.db, async (tx) => {
    const locked = await lockSubscriber(tx, accountId, kind.rule);
    const now = clock();
    if (options.version !== undefined && options.version !== locked.subscription.version) {
      const catalogue = await loadCatalogue(tx, now);
      throw new AppError('STALE', {
        data: await getSubscriptionView({ ...ctx, now }, accountId, tx, catalogue),
      });
    }
    const decided = decide({ now, ...locked });
    if (decided) await write(tx, now, locked, kind, options, decided);
    return show(tx, now);
  });
}

async function write(
  tx: Tx,
  now: Date,
  { subscription }: Locked,
  { what }: ChangeKind,
  { by, through, preview }: ChangeOptions,
  decided: Decided,
): Promise<void> {
  const { accepted, next } = decided;
  await writeDecided(tx, now, [{ subscription, what, by, decided }]);
  if (next) {
    const { actor } = requestedBy(subscription.accountId, by);
    const about = { cause: next.cause, actor, subscriptionId: subscription.id };
    await applyChanges(tx, now, [{ ...about, ...next.changes }]);
    await writeConsequences(tx, now, [next.consequences]);
  }
  if (accepted) await countAcceptedOffer(tx, now, subscription.id, accepted);
  if (through) await markOrderLink(tx, now, through, subscription.version + 1);
  if (!preview) await writeReason(tx, now, by);
}

/** Writes decided changes of locked subscriptions with their audit events and consequences. */
export async function writeDecided(tx: Tx, now: Date, all: readonly DecidedChange[]): Promise<void> {
  await applyChanges(tx, now, all.flatMap(appliedOf));
  await writeConsequences(
    tx,
    now,
    all.flatMap(({ decided }) => decided.consequences ?? []),
  );
}

function appliedOf({ subscription, what, by, decided }: DecidedChange): Applied[] {
  const requested = requestedBy(subscription.accountId, by);
  const { detail, changes, cause = requested.cause } = decided;
  const about = { cause, actor: requested.actor, subscriptionId: subscription.id };
  const version = changes.subscription ? {} : touch(subscription);
  const asked: Applied[] = what ? [{ ...about, ...requested, audit: [{ what, detail }] }] : [];
  return [{ ...about, ...join(changes, version) }, ...asked];
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
