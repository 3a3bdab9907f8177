import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { dayOf } from '@/domain/day';
import { receiveByOf } from '@/domain/delivery';
import type { NewOrder } from '@/domain/lifecycle/changes';
import { containedVat } from '@/domain/price';
import { handOverAt } from '@/domain/parcel';
import { sendableFrom } from '@/domain/quiet-hours';
import { isLastChallenge } from '@/domain/retry';
import type { MailedPayTo, RefundedWhy } from '@/emails/refunded';
import { queryRows } from '../../db/query-rows';
import { columnShape, rowShape } from '../../db/row-shapes';
import type { Tx } from '../../db';
import {
  accounts,
  bankAccounts,
  chargeAttempts,
  messages,
  orderAddresses,
  orderItems,
  orders,
  products,
} from '../../db/schema';
import type { Subscriber } from '../../lifecycle/load-facts';
import { writeRepairLink } from '../../lifecycle/order-links';
import { queueMessage, queueMessages } from '../../lifecycle/outbox';
import { accountUrl } from '../../platform/site-url';

async function loadOrder(tx: Tx, orderId: string) {
  const [row] = await tx
    .select({ order: orders, account: accounts, freeProduct: { en: products.nameEn, th: products.nameTh } })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .leftJoin(products, eq(products.code, orders.freeProductCode))
    .where(eq(orders.id, orderId));
  if (!row) throw new Error('the order of a message does not exist');
  return row;
}

const receiptRow = rowShape(orders, [
  'boxPrice',
  'deliveryFee',
  'codeDiscount',
  'waived',
  'total',
  'points',
]).extend({
  orderId: z.string(),
  accountId: z.string(),
  firstName: columnShape(accounts.firstName),
  locale: columnShape(accounts.locale),
  paidOn: columnShape(orders.paymentDate),
  freeProduct: z.object({ en: z.string(), th: z.string() }).nullable(),
  items: z.array(
    rowShape(orderItems, ['quantity', 'unitPrice', 'linePrice']).extend({
      name: z.object({ en: z.string(), th: z.string() }),
      pack: rowShape(products, ['pieces', 'lengthMm']),
    }),
  ),
  paidWith: z
    .union([
      z.object({ brand: z.string(), lastDigits: z.string() }),
      rowShape(bankAccounts, ['bank']).extend({ lastDigits: z.string() }),
    ])
    .nullable(),
  nextPaymentDate: columnShape(orders.paymentDate).nullable(),
  place: rowShape(accounts, ['address', 'subdistrict', 'district', 'province', 'postalCode']).extend(
    rowShape(orderAddresses, ['recipientName', 'recipientPhone']).shape,
  ),
});

const RECEIPTS = `select o.id as "orderId", a.id as "accountId", a.first_name as "firstName", a.locale,
    o.paid_on::text as "paidOn", o.box_price::float8 as "boxPrice", o.delivery_fee::float8 as "deliveryFee",
    o.code_discount::float8 as "codeDiscount", o.waived::float8 as waived, o.total::float8 as total, o.points,
    case when f.code is not null then json_build_object('en', f.name_en, 'th', f.name_th) end as "freeProduct",
    (select coalesce(json_agg(json_build_object('name', json_build_object('en', p.name_en, 'th', p.name_th),
        'quantity', i.quantity, 'unitPrice', i.unit_price, 'linePrice', i.line_price,
        'pack', json_build_object('pieces', p.pieces, 'lengthMm', p.length_mm)) order by p.sort), '[]')
      from order_items i join products p on p.code = i.product_code where i.order_id = o.id) as items,
    case when c.id is not null then json_build_object('brand', c.brand, 'lastDigits', c.last_digits)
      when b.id is not null then json_build_object('bank', b.bank, 'lastDigits', b.last_digits) end as "paidWith",
    (select min(n.payment_date)::text from orders n where n.subscription_id = o.subscription_id
      and n.status = 'upcoming' and n.payment_date > o.paid_on) as "nextPaymentDate",
    (select row_to_json(d) from (select w.address, w.subdistrict, w.district, w.province, w.postal_code as "postalCode",
        w.recipient_name as "recipientName", w.recipient_phone as "recipientPhone" where w.order_id is not null
      union all select a.address, a.subdistrict, a.district, a.province, a.postal_code, null, null
        where w.order_id is null) d) as place
  from jsonb_to_recordset($1::jsonb) as r("orderId" text, "cardId" text, "bankAccountId" text)
    join orders o on o.id = r."orderId" join accounts a on a.id = o.account_id
    left join products f on f.code = o.free_product_code left join cards c on c.id = r."cardId"
    left join bank_accounts b on b.id = r."bankAccountId"
    left join order_addresses w on w.order_id = o.id`;

/**
 * Queues the receipt message of each paid order, once per order. `asked`: the subscriber waits for it at the
 * screen.
 */
export async function notifyPaid(
  tx: Tx,
  now: Date,
  paid: readonly { orderId: string; cardId: string | null; bankAccountId?: string | null; asked: boolean }[],
): Promise<void> {
  const asked = new Map(paid.map((one) => [one.orderId, one.asked]));
  const rows = await queryRows(tx, receiptRow, { text: RECEIPTS, params: [JSON.stringify(paid)] });
  await queueMessages(
    tx,
    now,
    rows.map(({ accountId, locale, place, ...facts }) => {
      const isAsked = asked.get(facts.orderId) ?? false;
      const handOver = handOverAt(now);
      const isInTime = (isAsked ? now : sendableFrom(now)) < handOver;
      return {
        kind: 'order_paid' as const,
        accountId,
        dedupeKey: `order_paid:${facts.orderId}`,
        asked: isAsked,
        payload: {
          ...facts,
          ...(place.address !== null && { place }),
          addressUntil: isInTime ? handOver.toISOString() : null,
          receiveBy: receiveByOf(facts.paidOn),
          vat: containedVat(facts.total),
          accountUrl: accountUrl(locale),
        },
      };
    }),
  );
}

/** Queues the message about a failed charge, with its reason and the next step, once per attempt. */
export async function notifyDeclined(
  tx: Tx,
  now: Date,
  notice: {
    orderId: string;
    attemptId: string;
    reason: string;
    nextTryAt: Date | null;
    needsCard: boolean;
    final: boolean;
    isBack?: true;
    /** The amount that was not charged, in satang. */
    total: number;
    newTotal?: number;
  },
): Promise<void> {
  const { order, account } = await loadOrder(tx, notice.orderId);
  // While a dispute holds all charges, another card does not help: the message asks to contact us. Nothing is owed
  // for an order that is back on its planned date.
  const isRepairable = order.kind === 'renewal' && notice.reason !== 'disputed' && !notice.isBack;
  const fixLink = isRepairable ? await writeRepairLink(tx, now, order, account.locale) : null;
  await queueMessage(tx, now, {
    kind: 'payment_failed',
    accountId: account.id,
    dedupeKey: `payment_failed:${notice.orderId}:${notice.attemptId}`,
    payload: {
      firstName: account.firstName,
      orderId: order.id,
      paymentDate: order.paymentDate,
      total: notice.total,
      ...(notice.newTotal === undefined ? {} : { newTotal: notice.newTotal }),
      reason: notice.reason,
      ...(await bankAccountOf(tx, notice.orderId)),
      nextTryOn: notice.nextTryAt ? dayOf(notice.nextTryAt) : null,
      needsCard: notice.needsCard,
      final: notice.final,
      fixLink,
      ...(notice.isBack ? { backOn: order.paymentDate } : {}),
      accountUrl: accountUrl(account.locale),
    },
  });
}

/** Returns the bank account that the last charge of an order was made of, for its message; nothing for another charge. */
export async function bankAccountOf(tx: Tx, orderId: string) {
  const [row] = await tx
    .select({ bank: bankAccounts.bank, lastDigits: bankAccounts.lastDigits })
    .from(chargeAttempts)
    .leftJoin(bankAccounts, eq(bankAccounts.id, chargeAttempts.bankAccountId))
    .where(eq(chargeAttempts.orderId, orderId))
    .orderBy(desc(chargeAttempts.attemptNo))
    .limit(1);
  return row?.bank && row.lastDigits ? { bankAccount: { bank: row.bank, lastDigits: row.lastDigits } } : {};
}

/**
 * Queues the message that requests a 3-D Secure confirmation of a charge, once per attempt. It counts the requests for
 * the order.
 */
export async function notifyActionNeeded(
  tx: Tx,
  now: Date,
  challenge: { accountId: string; orderId: string; attemptId: string; until: Date; retryStepsUsed: number },
): Promise<void> {
  const { accountId, orderId, attemptId, until, retryStepsUsed } = challenge;
  const { order, account } = await loadOrder(tx, orderId);
  // An order that was sent now is not owed: if its challenge fails, it returns to its planned date.
  const isOwed = order.kind === 'renewal' && order.orderedFrom === null;
  const earlier = await tx.$count(
    messages,
    and(
      eq(messages.accountId, accountId),
      eq(messages.kind, 'action_needed'),
      sql`${messages.payload} ->> 'orderId' = ${orderId}`,
    ),
  );
  await queueMessage(tx, now, {
    kind: 'action_needed',
    accountId,
    dedupeKey: `action_needed:${attemptId}`,
    payload: {
      firstName: account.firstName,
      orderId,
      total: order.total,
      fixLink: isOwed ? await writeRepairLink(tx, now, order, account.locale) : null,
      accountUrl: accountUrl(account.locale),
      until: until.toISOString(),
      request: earlier + 1,
      last: isOwed && isLastChallenge({ paymentDate: order.paymentDate, retryStepsUsed, now }),
    },
  });
}

/** Queues the message about a refund, once per refund. */
export async function notifyRefunded(
  tx: Tx,
  now: Date,
  refund: {
    refundId: string;
    orderId: string;
    amount: number;
    why: RefundedWhy;
    byTransfer: boolean;
    to: MailedPayTo | null;
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
      ...(refund.byTransfer && { byTransfer: true, ...(refund.to && { to: refund.to }) }),
    },
  });
}

/** Queues the message that a refund was corrected, once per refund. */
export async function notifyRefundCorrected(
  tx: Tx,
  now: Date,
  corrected: { refundId: string; orderId: string; amount: number; points: number },
): Promise<void> {
  const { account } = await loadOrder(tx, corrected.orderId);
  await queueMessage(tx, now, {
    kind: 'refund_corrected',
    accountId: account.id,
    dedupeKey: `refund_corrected:${corrected.refundId}`,
    payload: { firstName: account.firstName, ...corrected, accountUrl: accountUrl(account.locale) },
  });
}

/**
 * Queues the message with the payment dates of a reactivated subscription, once per reactivation.
 * @param about `asked`: the subscriber waits for the message at the screen
 */
export async function notifyReactivated(
  tx: Tx,
  now: Date,
  {
    subscription,
    subscriber: { account },
  }: {
    subscription: { id: string; accountId: string; version: number };
    subscriber: Pick<Subscriber, 'account'>;
  },
  { planned, paid, asked }: { planned: readonly NewOrder[]; paid: boolean; asked: boolean },
): Promise<void> {
  await queueMessage(tx, now, {
    kind: 'subscription_reactivated',
    accountId: subscription.accountId,
    dedupeKey: `subscription_reactivated:${subscription.id}:${subscription.version + 1}`,
    asked,
    payload: {
      firstName: account.firstName,
      dates: planned.map(({ paymentDate }) => paymentDate),
      paid,
      accountUrl: accountUrl(account.locale),
    },
  });
}
