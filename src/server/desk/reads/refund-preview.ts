import { and, asc, eq, inArray } from 'drizzle-orm';
import { dayOf, type Day } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { refundEffects } from '@/domain/order-refund';
import type { PayApp } from '@/domain/pay-app';
import { settings } from '@/settings/settings';
import {
  accounts,
  cards,
  chargeAttempts,
  moneyReceived,
  orderItems,
  orders,
  products,
  referrals,
  refunds,
} from '../../db/schema';
import { refundAllowance } from '../../lifecycle/staff-limits';
import { isDisputed } from '../../money/refunds/disputes';
import type { Ctx } from '../../platform/context';
import { messageTo } from './messages';

/** How the money of a refund goes back. A transfer is made by hand. */
type RefundWay =
  | { kind: 'card'; brand: string; lastDigits: string }
  | { kind: 'promptpay'; app: PayApp | null }
  | { kind: 'transfer' | 'bank_account' };

const OPEN = ['created', 'sent', 'unknown'] as const;

/**
 * Returns what a refund of an order would do: what was paid and how, what is left, and with an amount its effects and the
 * message to the subscriber. The command decides again under the lock.
 * @param amount satang
 * @throws AppError NOT_FOUND for an unknown order, or one without a captured payment
 */
export async function previewRefund(
  ctx: Ctx,
  staffId: string,
  { orderId, amount }: { orderId: string; amount?: number | undefined },
) {
  const { db } = ctx;
  const [found] = await db
    .select({ order: orders, money: moneyReceived, attempt: chargeAttempts, card: cards, account: accounts })
    .from(orders)
    .innerJoin(moneyReceived, and(eq(moneyReceived.orderId, orders.id), eq(moneyReceived.verdict, 'kept')))
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .leftJoin(chargeAttempts, eq(chargeAttempts.id, moneyReceived.attemptId))
    .leftJoin(cards, eq(cards.id, chargeAttempts.cardId))
    .where(eq(orders.id, orderId));
  if (!found) throw new AppError('NOT_FOUND');
  const { order, money, attempt, card, account } = found;
  const [items, open, disputed, allowance, next] = await Promise.all([
    itemsOf(ctx, orderId),
    db
      .select({ id: refunds.id })
      .from(refunds)
      .where(and(eq(refunds.moneyId, money.id), inArray(refunds.status, [...OPEN]))),
    isDisputed(db, money.id),
    refundAllowance(db, ctx.now, staffId),
    nextDate(ctx, order.subscriptionId),
  ]);
  const way: RefundWay =
    money.provider === 'bank'
      ? { kind: 'transfer' }
      : card
        ? { kind: 'card', brand: card.brand, lastDigits: card.lastDigits }
        : attempt?.bankAccountId
          ? { kind: 'bank_account' }
          : { kind: 'promptpay', app: attempt?.app ?? null };
  const left = money.amount - money.reservedRefund;
  const isPossible = amount !== undefined && amount > 0 && amount <= left;
  return {
    orderId,
    orderNumber: order.orderNumber,
    name: account.deletedAt ? null : `${account.firstName} ${account.lastName}`.trim(),
    paid: money.amount,
    paidOn: dayOf(money.paidAt),
    reserved: money.reservedRefund,
    left,
    way,
    blocked: disputed ? ('disputed' as const) : open.length > 0 ? ('open' as const) : null,
    items,
    deliveryFee: order.deliveryFee,
    total: order.total,
    points: order.points,
    next,
    isTaxDocument: settings().VAT_ID !== undefined,
    allowance,
    effects: isPossible ? refundEffects(order, money.reservedRefund, amount) : null,
    isReferred: order.kind === 'first' && (await isReferred(ctx, account.id)),
    message: isPossible && !account.deletedAt ? await refundMessage(ctx, account, order, amount) : null,
  };
}

const refundMessage = (
  ctx: Ctx,
  account: typeof accounts.$inferSelect,
  { id, orderNumber }: typeof orders.$inferSelect,
  amount: number,
) =>
  messageTo(ctx, account, 'refunded', {
    firstName: account.firstName,
    orderId: id,
    orderNumber,
    refundId: '',
    amount,
    why: 'operator',
  });

const itemsOf = ({ db }: Ctx, orderId: string) =>
  db
    .select({
      productCode: orderItems.productCode,
      name: { en: products.nameEn, th: products.nameTh },
      quantity: orderItems.quantity,
      linePrice: orderItems.linePrice,
    })
    .from(orderItems)
    .innerJoin(products, eq(products.code, orderItems.productCode))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(products.sort));

/** Returns the date of the next order that will be charged. A refund changes nothing about it. */
async function nextDate({ db }: Ctx, subscriptionId: string): Promise<Day | null> {
  const [next] = await db
    .select({ date: orders.paymentDate })
    .from(orders)
    .where(and(eq(orders.subscriptionId, subscriptionId), eq(orders.status, 'upcoming')))
    .orderBy(asc(orders.paymentDate))
    .limit(1);
  return next?.date ?? null;
}

/** Whether another subscriber got points for the first order of an account. A refund takes them back in proportion. */
async function isReferred({ db }: Ctx, friendId: string): Promise<boolean> {
  const [referral] = await db
    .select({ id: referrals.id })
    .from(referrals)
    .where(and(eq(referrals.friendId, friendId), inArray(referrals.status, ['held', 'rewarded'])));
  return referral !== undefined;
}
