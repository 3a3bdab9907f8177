import { and, eq, gt, inArray, isNull, ne, or } from 'drizzle-orm';
import { DAY_MS } from '@/domain/duration';
import { isBooked, UNBOOKED_TRANSFER_STATUSES } from '@/domain/payment';
import { fitOf, proposalsFor, type Payable } from '@/domain/transfer-fit';
import type { Db } from '../../db';
import { accounts, auditEvents, bankTransfers, messages, orders, paymentLinks } from '../../db/schema';
import type { Ctx } from '../../platform/context';
import { askedKey, REST_ASKED } from '../acts/ask-for-rest';
import { shortageLimit } from '../acts/decide-transfer';
import { OperatorRefusal } from '../acts/operator';

/** How old a link can be that a transfer of today pays. */
const LINKS_READ_DAYS = 60;

/**
 * Returns a transfer that is not booked, and the orders that it probably pays, with how its amount fits. `others`: further
 * transfers with the reference of the same order, which can be booked together with it. `askedAt`: when its payer was
 * asked for the rest; null if not.
 * @throws OperatorRefusal for a transfer that does not exist or is booked
 */
export async function proposeOrders({ db, now }: Ctx, transferId: string) {
  const [transfer] = await db.select().from(bankTransfers).where(eq(bankTransfers.id, transferId));
  if (!transfer) throw new OperatorRefusal('noSuchTransfer', { id: transferId });
  if (isBooked(transfer.status)) throw new OperatorRefusal('transferBooked');
  const payables = await listPayables(db, now, transfer.orderId);
  const proposals = proposalsFor(transfer, payables);
  const others = await listOthers(
    db,
    transferId,
    proposals.map(({ orderId }) => orderId),
  );
  const [asked] = await db
    .select({ at: messages.createdAt })
    .from(messages)
    .where(eq(messages.dedupeKey, askedKey(transferId)));
  const { amount, paidOn, reference } = transfer;
  return {
    transfer: { transferId, amount, paidOn, text: reference },
    limit: await shortageLimit(db),
    askedAt: asked?.at.toISOString() ?? null,
    proposals: proposals.map((one) => ({
      orderId: one.orderId,
      orderNumber: one.orderNumber,
      accountId: one.accountId,
      name: [one.firstName, one.lastName].filter(Boolean).join(' '),
      due: one.amount,
      paymentDate: one.paymentDate,
      isOwed: one.isOwed,
      isOpen: one.isOpen,
      why: one.why,
      fit: fitOf(amount, one.amount),
      others: others.filter(({ orderId }) => orderId === one.orderId),
    })),
  };
}

/** Returns the links that a transfer can pay: unpaid ones, and those of the order that it names. */
async function listPayables(db: Db, now: Date, namedOrder: string | null) {
  const rows = await db
    .select({ link: paymentLinks, order: orders, account: accounts })
    .from(paymentLinks)
    .innerJoin(orders, eq(orders.id, paymentLinks.orderId))
    .innerJoin(accounts, and(eq(accounts.id, orders.accountId), isNull(accounts.deletedAt)))
    .where(
      or(
        and(
          ne(paymentLinks.status, 'paid'),
          gt(paymentLinks.createdAt, new Date(now.getTime() - LINKS_READ_DAYS * DAY_MS)),
        ),
        namedOrder === null ? undefined : eq(paymentLinks.orderId, namedOrder),
      ),
    )
    .orderBy(paymentLinks.createdAt);
  const newest = new Map(rows.map((row) => [row.order.id, row]));
  return [...newest.values()].map(({ link, order, account }): Payable & Named => ({
    orderId: order.id,
    orderNumber: order.orderNumber,
    accountId: account.id,
    paymentDate: order.paymentDate,
    isOwed: ['charging', 'awaiting_payment', 'unpaid'].includes(order.status),
    isOpen: link.status === 'open',
    reference: link.reference,
    amount: link.amount,
    createdAt: link.createdAt,
    expiresAt: link.expiresAt,
    firstName: account.firstName,
    lastName: account.lastName,
  }));
}

interface Named {
  orderNumber: number;
  accountId: string;
  paymentDate: (typeof orders.$inferSelect)['paymentDate'];
  /** Whether the order can still be paid. */
  isOwed: boolean;
  /** Whether its payer can be asked for the rest: the link is open. */
  isOpen: boolean;
}

/** Returns the transfers that can be booked together with another one: they name the order, or its payer was asked for the rest. */
async function listOthers(db: Db, transferId: string, orderIds: readonly string[]) {
  if (orderIds.length === 0) return [];
  const asked = await db
    .select({ orderId: auditEvents.subject, detail: auditEvents.detail })
    .from(auditEvents)
    .where(and(inArray(auditEvents.subject, [...orderIds]), eq(auditEvents.what, REST_ASKED)));
  const orderOfAsked = new Map(asked.map(({ orderId, detail }) => [String(detail?.transferId), orderId]));
  const { id, orderId, amount, paidOn } = bankTransfers;
  const rows = await db
    .select({ transferId: id, orderId, amount, paidOn })
    .from(bankTransfers)
    .where(
      and(
        ne(id, transferId),
        or(inArray(orderId, [...orderIds]), inArray(id, [...orderOfAsked.keys()])),
        inArray(bankTransfers.status, [...UNBOOKED_TRANSFER_STATUSES]),
      ),
    )
    .orderBy(paidOn, id);
  return rows.map((row) => ({ ...row, orderId: row.orderId ?? orderOfAsked.get(row.transferId) ?? null }));
}
