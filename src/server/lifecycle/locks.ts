import { asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../db';
import { subscriptions } from '../db/schema';
import { typedSql } from '../db/query-rows';

export type Subscription = typeof subscriptions.$inferSelect;

/**
 * Locks an account's subscription. To prevent deadlocks, every command locks in this order: subscription,
 * order, payment, attempt, points.
 * @returns null without a subscription
 */
export async function lockSubscriptionOf(tx: Tx, accountId: string): Promise<Subscription | null> {
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.accountId, accountId))
    .for('update');
  return row ?? null;
}

export async function lockSubscription(tx: Tx, subscriptionId: string): Promise<Subscription | null> {
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.id, subscriptionId))
    .for('update');
  return row ?? null;
}

/** SQL that finds the subscription of a row, by kind of row. */
const OWNERS = {
  subscription: sql`select id, id as subscription_id from subscriptions where id`,
  order: sql`select id, subscription_id from orders where id`,
  payment: sql`select p.id, o.subscription_id from payments p join orders o on o.id = p.order_id where p.id`,
  attempt: sql`select t.id, o.subscription_id from charge_attempts t join orders o on o.id = t.order_id where t.id`,
};

/**
 * The locked subscriptions by row id. `left`: the ids of rows whose subscription another transaction has
 * locked.
 */
export interface LockedSet {
  subscriptions: ReadonlyMap<string, Subscription>;
  left: string[];
}

/**
 * Locks the subscriptions of rows, in the same order for all callers. For one row it waits for the lock. For
 * several rows it skips subscriptions that another transaction has locked.
 */
export async function lockSet(tx: Tx, of: keyof typeof OWNERS, ids: readonly string[]): Promise<LockedSet> {
  const isSet = ids.length > 1;
  const rows = await tx
    .select({ rowId: typedSql(z.string(), sql`owner.id`), subscription: subscriptions })
    .from(subscriptions)
    .innerJoin(
      sql`(${OWNERS[of]} in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))) owner`,
      sql`owner.subscription_id = ${subscriptions.id}`,
    )
    .orderBy(asc(subscriptions.id))
    .for('no key update', isSet ? { of: subscriptions, skipLocked: true } : { of: subscriptions });
  const found = new Map(rows.map(({ rowId, subscription }) => [rowId, subscription]));
  return { subscriptions: found, left: isSet ? ids.filter((id) => !found.has(id)) : [] };
}
