import { and, asc, eq, sql } from 'drizzle-orm';
import { dayOf, type Day } from '@/domain/day';
import { receiveByOf } from '@/domain/delivery';
import { containedVat } from '@/domain/money';
import type { Tx } from '../db/client';
import { accounts, cards, orderItems, orders, products } from '../db/schema';
import { queueMessage } from '../messages/outbox';
import { accountUrl } from '../site-url';

async function loadOrder(tx: Tx, orderId: string) {
  const [row] = await tx
    .select({ order: orders, account: accounts, freeProduct: { en: products.nameEn, th: products.nameTh } })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .leftJoin(products, eq(products.code, orders.freeProductCode))
    .where(eq(orders.id, orderId));
  if (!row) throw new Error('a message about an order that is not there');
  return row;
}

/** The lines of an order as messages name them. */
async function messageItems(tx: Tx, orderId: string) {
  return tx
    .select({
      name: sql<{
        en: string;
        th: string;
      }>`json_build_object('en', ${products.nameEn}, 'th', ${products.nameTh})`,
      quantity: orderItems.quantity,
      unitPrice: orderItems.unitPrice,
      linePrice: orderItems.linePrice,
    })
    .from(orderItems)
    .innerJoin(products, eq(products.code, orderItems.productCode))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(products.sort));
}

/** "Payment received", with everything a receipt says; once per order. `asked`: somebody waits for it now. */
export async function tellPaid(
  tx: Tx,
  now: Date,
  orderId: string,
  { cardId, asked }: { cardId: string | null; asked: boolean },
): Promise<void> {
  const { order, account, freeProduct } = await loadOrder(tx, orderId);
  const paidOn = order.paidOn ?? dayOf(now);
  const [card] = cardId
    ? await tx
        .select({ brand: cards.brand, lastDigits: cards.lastDigits })
        .from(cards)
        .where(eq(cards.id, cardId))
    : [];
  const [next] = await tx.execute<{ day: Day | null }>(sql`
    select min(payment_date)::text as day from orders
    where subscription_id = ${order.subscriptionId} and status = 'upcoming' and payment_date > ${paidOn}`);
  await queueMessage(tx, now, {
    kind: 'order_paid',
    accountId: account.id,
    dedupeKey: `order_paid:${orderId}`,
    asked,
    payload: {
      firstName: account.firstName,
      orderId,
      paidOn,
      receiveBy: receiveByOf(paidOn),
      items: await messageItems(tx, orderId),
      freeProduct,
      boxPrice: order.boxPrice,
      deliveryFee: order.deliveryFee,
      codeDiscount: order.codeDiscount,
      total: order.total,
      vat: containedVat(order.total),
      points: order.points,
      paidWith: card ?? null,
      nextPaymentDate: next?.day ?? null,
      accountUrl: accountUrl(account.locale),
    },
  });
}

/** Why a charge did not go through, and what happens next; once per attempt. */
export async function tellDeclined(
  tx: Tx,
  now: Date,
  notice: {
    orderId: string;
    attemptId: string;
    reason: string;
    nextTryAt: Date | null;
    needsCard: boolean;
    final: boolean;
  },
): Promise<void> {
  const { order, account } = await loadOrder(tx, notice.orderId);
  await queueMessage(tx, now, {
    kind: 'payment_failed',
    accountId: account.id,
    dedupeKey: `payment_failed:${notice.orderId}:${notice.attemptId}`,
    payload: {
      firstName: account.firstName,
      orderId: order.id,
      paymentDate: order.paymentDate,
      total: order.total,
      reason: notice.reason,
      nextTryOn: notice.nextTryAt ? dayOf(notice.nextTryAt) : null,
      needsCard: notice.needsCard,
      final: notice.final,
      accountUrl: accountUrl(account.locale),
    },
  });
}

/** The bank wants to hear from the person before it lets a renewal through; once per attempt. */
export async function tellActionNeeded(
  tx: Tx,
  now: Date,
  page: { accountId: string; orderId: string; attemptId: string; until: Date },
): Promise<void> {
  const { accountId, orderId, attemptId, until } = page;
  const { order, account } = await loadOrder(tx, orderId);
  await queueMessage(tx, now, {
    kind: 'action_needed',
    accountId,
    dedupeKey: `action_needed:${attemptId}`,
    payload: {
      firstName: account.firstName,
      orderId,
      total: order.total,
      link: accountUrl(account.locale),
      until: until.toISOString(),
    },
  });
}

/** Money went back; once per refund. */
export async function tellRefunded(
  tx: Tx,
  now: Date,
  refund: {
    refundId: string;
    orderId: string;
    amount: number;
    why: 'duplicate' | 'late' | 'operator' | 'dispute';
  },
): Promise<void> {
  const { account } = await loadOrder(tx, refund.orderId);
  await queueMessage(tx, now, {
    kind: 'refunded',
    accountId: account.id,
    dedupeKey: `refunded:${refund.refundId}`,
    payload: {
      firstName: account.firstName,
      orderId: refund.orderId,
      refundId: refund.refundId,
      amount: refund.amount,
      why: refund.why,
    },
  });
}

/** The subscription is active again, and these are its dates; once per reactivation. `asked`: somebody waits for it now. */
export async function tellReactivated(
  tx: Tx,
  now: Date,
  subscription: { id: string; accountId: string; version: number },
  { paid, asked }: { paid: boolean; asked: boolean },
): Promise<void> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, subscription.accountId));
  const ahead = await tx
    .select({ paymentDate: orders.paymentDate })
    .from(orders)
    .where(and(eq(orders.subscriptionId, subscription.id), eq(orders.status, 'upcoming')))
    .orderBy(asc(orders.paymentDate));
  if (!account) throw new Error('a subscription of nobody');
  await queueMessage(tx, now, {
    kind: 'subscription_reactivated',
    accountId: account.id,
    dedupeKey: `subscription_reactivated:${subscription.id}:${subscription.version + 1}`,
    asked,
    payload: {
      firstName: account.firstName,
      dates: ahead.map((order) => order.paymentDate),
      paid,
      accountUrl: accountUrl(account.locale),
    },
  });
}
