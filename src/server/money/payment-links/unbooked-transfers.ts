import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { DAY_MS } from '@/domain/duration';
import { UNBOOKED_TRANSFER_STATUSES } from '@/domain/payment';
import { mayConcern, TRANSFER_HOLD_DAYS, transferHoldsUntil } from '@/domain/payment-link';
import type { Db, Tx } from '../../db';
import { accounts, bankTransfers, orders, paymentLinks, subscriptions } from '../../db/schema';
import { sqlList } from '../../db/sql-list';

/** How old a link can be that a transfer of the last `TRANSFER_HOLD_DAYS` days probably concerns. */
const LINKS_READ_DAYS = 180;

/** An SQL condition: the bank transfer `t` was not booked, and is no payout of the gateway. */
export const isUnbooked = sql.raw(
  `t.status in ${sqlList(UNBOOKED_TRANSFER_STATUSES)}
    and not exists (select 1 from gateway_transfers g where g.bank_transfer_id = t.id)`,
);

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

/** What a transfer that is not booked may concern, and until when it must not end. */
export interface HeldBy {
  transferId: string;
  accountId: string;
  subscriptionId: string;
  /** Whether the subscription is a registration without a payment. */
  isRegistration: boolean;
  until: Date;
}

/**
 * Returns the links that each holding transfer may concern, with their accounts. Of a paid link, only a transfer that
 * names its order.
 * @param accountId the only account to check; default: all
 */
export async function listHeld(db: Db | Tx, now: Date, accountId?: string): Promise<HeldBy[]> {
  const transfers = await listHoldingTransfers(db, now);
  if (transfers.length === 0) return [];
  const links = await db
    .select({ link: paymentLinks, order: orders, activatedAt: subscriptions.activatedAt })
    .from(paymentLinks)
    .innerJoin(orders, eq(orders.id, paymentLinks.orderId))
    .innerJoin(subscriptions, eq(subscriptions.id, orders.subscriptionId))
    .innerJoin(accounts, and(eq(accounts.id, orders.accountId), isNull(accounts.deletedAt)))
    .where(
      and(
        gt(paymentLinks.createdAt, new Date(now.getTime() - LINKS_READ_DAYS * DAY_MS)),
        accountId === undefined ? undefined : eq(orders.accountId, accountId),
      ),
    );
  return links.flatMap(({ link, order, activatedAt }) =>
    transfers
      .filter((one) => mayConcern(one, link) && (link.status !== 'paid' || one.orderId !== null))
      .map((one) => ({
        transferId: one.id,
        accountId: order.accountId,
        subscriptionId: order.subscriptionId,
        isRegistration: activatedAt === null && order.kind === 'first',
        until: transferHoldsUntil(one),
      })),
  );
}

/** Whether the deletion of an account must wait, because a transfer that is not booked may concern it. */
export async function isAccountHeld(db: Db | Tx, now: Date, accountId: string): Promise<boolean> {
  return (await listHeld(db, now, accountId)).length > 0;
}

/**
 * Returns the unpaid registrations that a transfer may concern: the ids of their subscriptions, and until when they must
 * not end.
 * @param accountId the only account to check; default: all
 */
export async function listHeldRegistrations(
  db: Db | Tx,
  now: Date,
  accountId?: string,
): Promise<Map<string, Date>> {
  const held = new Map<string, Date>();
  for (const { subscriptionId, isRegistration, until } of await listHeld(db, now, accountId)) {
    const known = held.get(subscriptionId);
    if (isRegistration) held.set(subscriptionId, known && known > until ? known : until);
  }
  return held;
}
