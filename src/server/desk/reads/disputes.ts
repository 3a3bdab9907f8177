import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { DISPUTE_STATUSES, type DisputeStatus } from '@/domain/dispute';
import type { Db, Tx } from '../../db';
import { typedSql } from '../../db/query-rows';
import { accounts, cards, chargeAttempts, disputes, moneyReceived, orders, shipments } from '../../db/schema';
import { dashboardUrl } from '../../gateways/omise/dashboard';
import { isPendingDispute } from '../../money/refunds/disputes';
import type { Ctx } from '../../platform/context';

/** The decided disputes that are shown, the latest first. */
const DECIDED_MAX = 100;
const OPEN = ['open', 'pending'] as const satisfies readonly DisputeStatus[];
const DECIDED = ['won', 'lost'] as const satisfies readonly DisputeStatus[];

/** Returns a query of disputes with what they are about: payment, order, subscriber, card and parcel. */
export const selectDisputes = (db: Db | Tx) =>
  db
    .select({
      dispute: disputes,
      money: moneyReceived,
      order: orders,
      account: accounts,
      card: cards,
      shipment: shipments,
      isPending: typedSql(z.boolean(), isPendingDispute(disputes)),
    })
    .from(disputes)
    .innerJoin(moneyReceived, eq(moneyReceived.id, disputes.moneyId))
    .leftJoin(orders, eq(orders.id, moneyReceived.orderId))
    .leftJoin(accounts, eq(accounts.id, orders.accountId))
    .leftJoin(chargeAttempts, eq(chargeAttempts.id, moneyReceived.attemptId))
    .leftJoin(cards, eq(cards.id, chargeAttempts.cardId))
    .leftJoin(shipments, eq(shipments.orderId, orders.id));

export type DisputeCase = Awaited<ReturnType<typeof selectDisputes>>[number];

/** Returns the name of the payer; null for a deleted account, and without an order. */
export const payerName = ({ account }: Pick<DisputeCase, 'account'>): string | null =>
  account && account.deletedAt === null ? `${account.firstName} ${account.lastName}`.trim() || null : null;

const toShown = (found: DisputeCase) => {
  const { dispute, money, order, card, shipment, isPending } = found;
  return {
    id: dispute.id,
    kind: dispute.kind,
    status: dispute.status,
    amount: dispute.amount,
    reason: dispute.reason,
    answerBy: dispute.answerBy,
    charging: dispute.charging,
    isPending,
    openedAt: dispute.openedAt.toISOString(),
    changedAt: dispute.changedAt.toISOString(),
    isBooked: dispute.bookedAt !== null,
    gatewayUrl: dashboardUrl(money.providerRef),
    paidAt: money.paidAt.toISOString(),
    card: card && { brand: card.brand, lastDigits: card.lastDigits },
    person: order && { accountId: order.accountId, name: payerName(found) },
    orderNumber: order?.orderNumber ?? null,
    parcel: shipment && {
      status: shipment.status,
      at: (shipment.deliveredAt ?? shipment.shippedAt)?.toISOString() ?? null,
    },
  };
};

/** Returns the disputes without a decision of the bank, the nearest deadline first, and the latest decided ones. */
export async function readDisputes({ db }: Ctx) {
  const [open, decided, counts] = await Promise.all([
    selectDisputes(db)
      .where(inArray(disputes.status, [...OPEN]))
      .orderBy(sql`${disputes.answerBy} nulls last`, asc(disputes.openedAt), asc(disputes.id)),
    selectDisputes(db)
      .where(inArray(disputes.status, [...DECIDED]))
      .orderBy(desc(disputes.changedAt), desc(disputes.id))
      .limit(DECIDED_MAX),
    db
      .select({ status: disputes.status, count: typedSql(z.number(), sql`count(*)::int`) })
      .from(disputes)
      .groupBy(disputes.status),
  ]);
  const countOf = (status: DisputeStatus) => counts.find((row) => row.status === status)?.count ?? 0;
  return {
    open: open.map(toShown),
    decided: decided.map(toShown),
    counts: Object.fromEntries(DISPUTE_STATUSES.map((status) => [status, countOf(status)])) as Record<
      DisputeStatus,
      number
    >,
  };
}
