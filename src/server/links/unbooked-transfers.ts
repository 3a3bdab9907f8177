import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { DAY_MS } from '@/domain/duration';
import { UNBOOKED_TRANSFER_STATUSES } from '@/domain/payment';
import { mayConcern, TRANSFER_HOLD_DAYS, transferHoldsUntil } from '@/domain/payment-link';
import type { Db, Tx } from '../db';
import { bankTransfers, orders, paymentLinks, subscriptions } from '../db/schema';
import { sqlList } from '../db/sql-list';

/** An SQL condition: the bank transfer `t` was not booked. */
export const isUnbooked = sql.raw(`t.status in ${sqlList(UNBOOKED_TRANSFER_STATUSES)}`);

/**
 * Returns an SQL condition: no operator has dismissed an entry since it was listed. An entry that occurs again later is
 * listed again.
 * @param group the group of entries, such as 'transfers'
 * @param columns the SQL expressions of the id and of the instant since which the entry is listed
 */
export const notDismissed = (group: string, columns: { id: string; since: string }) =>
  sql.raw(
    `not exists (select 1 from audit_events d where d.subject = ${columns.id} and d.what = 'stuck.dismissed'
      and d.detail ->> 'group' = '${group}' and d.at >= ${columns.since})`,
  );

/** Returns the transfers that are neither booked nor dismissed, and still hold what they may concern. */
export function listHoldingTransfers(db: Db | Tx, now: Date) {
  return db
    .select()
    .from(bankTransfers)
    .where(
      and(
        sql`exists (select 1 from bank_transfers t where t.id = ${bankTransfers.id} and ${isUnbooked})`,
        notDismissed('transfers', { id: 'bank_transfers.id', since: 'bank_transfers.recorded_at' }),
        gt(bankTransfers.recordedAt, new Date(now.getTime() - TRANSFER_HOLD_DAYS * DAY_MS)),
      ),
    );
}

/**
 * Returns the unpaid registrations that a transfer may concern: the ids of their subscriptions, and until when they must
 * not end.
 * @param subscriptionId the only subscription to check; default: all
 */
export async function listHeldRegistrations(
  db: Db | Tx,
  now: Date,
  subscriptionId?: string,
): Promise<Map<string, Date>> {
  const transfers = await listHoldingTransfers(db, now);
  const held = new Map<string, Date>();
  if (transfers.length === 0) return held;
  const links = await db
    .select({ link: paymentLinks, subscriptionId: subscriptions.id })
    .from(paymentLinks)
    .innerJoin(orders, and(eq(orders.id, paymentLinks.orderId), eq(orders.kind, 'first')))
    .innerJoin(
      subscriptions,
      and(eq(subscriptions.id, orders.subscriptionId), isNull(subscriptions.activatedAt)),
    )
    .where(subscriptionId === undefined ? undefined : eq(subscriptions.id, subscriptionId));
  for (const { link, subscriptionId: id } of links)
    for (const transfer of transfers.filter((one) => mayConcern(one, link))) {
      const until = transferHoldsUntil(transfer);
      const known = held.get(id);
      held.set(id, known && known > until ? known : until);
    }
  return held;
}
