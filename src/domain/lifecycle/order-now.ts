import { dayOf, hourOf, type Day } from '../day';
import type { DeclineReason } from '../decline';
import { CHARGE_HOUR, chargeableFrom } from '../payment';
import { isCharged, type PaymentMethod } from '../subscription';
import type { Satang } from '../money';
import type { Part } from './changes';
import type { BegunOrder, OrderFacts } from './orders';

/** Dates an upcoming order today and requests its payment. No automatic charge is planned. */
export function takeOrder(
  { id, accountId, status, total, paymentDate }: BegunOrder,
  about: { now: Date; today: Day; method: PaymentMethod; restarts: boolean },
): Part {
  const { now: begunAt, today, method, restarts } = about;
  const to = isCharged(method) ? 'charging' : 'awaiting_payment';
  return {
    orders: [{ id, from: status, to, paymentDate: today, orderedFrom: paymentDate, restarts, begunAt }],
    newPayments: [{ orderId: id, accountId, method, amount: total, dueAt: null }],
  };
}

/** An order that was ordered now and is not paid. Amounts in satang. */
export interface OrderedNow extends Pick<OrderFacts, 'id' | 'status'> {
  orderedFrom: Day;
  deliveryFee: Satang;
  /** The fee of its present address, if the address changed meanwhile; else null. */
  feeWhenBack: Satang | null;
  total: Satang;
}

/** An order that may have been ordered now. `orderedFrom`: its planned date if it was; else null. */
export type PossiblyOrderedNow = Omit<OrderedNow, 'orderedFrom'> & { orderedFrom: Day | null };

/** Whether an order was ordered now. */
export function isOrderedNow<Order extends PossiblyOrderedNow>(order: Order): order is Order & OrderedNow {
  return order.orderedFrom !== null;
}

/** Returns the total of an order that was ordered now, if it comes back unpaid. Product prices stay as planned. */
export function totalWhenBack({
  total,
  deliveryFee,
  feeWhenBack,
}: Pick<OrderedNow, 'total' | 'deliveryFee' | 'feeWhenBack'>): Satang {
  return feeWhenBack === null ? total : total - deliveryFee + feeWhenBack;
}

/**
 * Puts an unpaid order back on the date that it had before it was ordered now, and closes its payment link. The order
 * takes the delivery fee of its present address. If
 * that date has come meanwhile, its payment is due as on every payment date, and at 09:00 if it is night.
 * @returns `dueAt`: when the payment is due; null if the date has not come
 */
export function putBackOrder(
  ordered: OrderedNow,
  about: { now: Date; reason: DeclineReason | null; linkEnds: 'void' | 'expired' },
): { changes: Part; dueAt: Date | null } {
  const { now, reason, linkEnds } = about;
  const { id, status, orderedFrom, feeWhenBack } = ordered;
  const amount = totalWhenBack(ordered);
  const order = {
    id,
    from: status,
    paymentDate: orderedFrom,
    orderedFrom: null,
    restarts: false,
    feeWhenBack: null,
    ...(feeWhenBack === null ? {} : { deliveryFee: feeWhenBack, total: amount }),
  } as const;
  const links = [{ orderId: id, as: linkEnds }];
  const ended = { orderId: id, givesUpAt: null, retryStepsUsed: 0 };
  if (orderedFrom <= dayOf(now)) {
    const plannedAt = hourOf(orderedFrom, CHARGE_HOUR);
    const dueAt = chargeableFrom(plannedAt > now ? plannedAt : now);
    const payments = [{ ...ended, status: 'pending' as const, reason: null, dueAt, amount }];
    return { dueAt, changes: { orders: [{ ...order, to: status }], payments, links } };
  }
  const payments = [{ ...ended, status: 'void' as const, reason, dueAt: null }];
  return { dueAt: null, changes: { orders: [{ ...order, to: 'upcoming', begunAt: null }], payments, links } };
}
