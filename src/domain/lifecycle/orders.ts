import { dayOf, hourOf, type Day } from '../day';
import type { Satang } from '../money';
import { CHARGE_HOUR, type PaymentStatus } from '../payment';
import type { OrderStatus } from '../order';
import { handOverAt } from '../parcel';
import { MILESTONE_POINTS, milestoneReached } from '../points';
import type { OrderKind } from '../settlement';
import type { PaymentMethod } from '../subscription';
import type { Reschedule, ScheduledOrder } from '../reschedule';
import { join, type OrderChange, type Part } from './changes';

/** What the end of an order depends on. `freeProductPoints`: set aside for its free product. */
export interface OrderFacts {
  id: string;
  accountId: string;
  status: OrderStatus;
  freeProductPoints: number;
}

/** What becomes of the payment with its order. `reason`: why its last charge failed; left out, it stays. */
export interface PaymentEnd {
  status: Extract<PaymentStatus, 'failed' | 'suspended' | 'expired' | 'void'>;
  reason?: string | null;
  /** A link that its owner asked for works on after the retries: an unpaid order may still be paid by it. */
  keepsLink?: true;
}

/** What has not begun, and what has and is not paid. */
export const AHEAD = ['upcoming', 'skipped'] as const;
export const OWED = ['charging', 'awaiting_payment', 'unpaid'] as const;

const isOwed = (status: OrderStatus) => OWED.some((owed) => owed === status);

/** Points set aside for an order that will not be sent return, and the product leaves it. */
function withoutProduct({ id, accountId, freeProductPoints }: OrderFacts) {
  if (freeProductPoints === 0) return { fields: {}, points: [] };
  return {
    fields: { freeProductCode: null, freeProductPoints: 0 } as const,
    points: [{ accountId, kind: 'returned' as const, source: id, delta: freeProductPoints, orderId: id }],
  };
}

/** Ends an order that will not be sent now: held points return, nothing is due, and no link asks for it any more. */
export function endOrder(order: OrderFacts, to: 'unpaid' | 'void' | 'missed', payment: PaymentEnd): Part {
  const { keepsLink, ...end } = payment;
  const { fields, points } = withoutProduct(order);
  const hasPayment = isOwed(order.status);
  const as = end.status === 'expired' ? 'expired' : 'void';
  return {
    orders: [{ id: order.id, from: order.status, to, ...fields }],
    payments: hasPayment ? [{ orderId: order.id, dueAt: null, givesUpAt: null, ...end }] : [],
    links: hasPayment && !keepsLink ? [{ orderId: order.id, as }] : [],
    points,
  };
}

/** Makes orders void, with their payments. An attempt under way stays open: its money, if any comes, goes back. */
export function voidOrders(orders: readonly OrderFacts[]): Part {
  return join(...orders.map((order) => endOrder(order, 'void', { status: 'void' })));
}

/** A skipped order whose date is over stays skipped, and takes no free product along. */
export function closeSkipped(order: OrderFacts, begunAt: Date): Required<Pick<Part, 'orders' | 'points'>> {
  const { fields, points } = withoutProduct(order);
  return { orders: [{ id: order.id, from: 'skipped', to: 'skipped', begunAt, ...fields }], points };
}

/** An order whose payment date has begun. `total`: satang. */
export interface BegunOrder extends OrderFacts {
  paymentDate: Day;
  total: Satang;
}

/** What a payment date's beginning depends on. */
export interface BeginningFacts {
  now: Date;
  method: PaymentMethod;
  /** Upcoming or skipped orders whose payment date has come and that have not begun. */
  due: readonly BegunOrder[];
  /** Orders of before that are still being charged, or wait for their link. */
  open: readonly OrderFacts[];
}

/**
 * Begins the newest order that is due: its payment falls due at 09:00. Older ones are missed, and one of before that is
 * still open becomes unpaid: never two orders of one subscription on one day.
 */
export function beginOrders({ now, method, due, open }: BeginningFacts): Part {
  const skipped = due.filter(({ status }) => status === 'skipped');
  const [newest, ...missed] = due
    .filter(({ status }) => status === 'upcoming')
    .sort((a, b) => (a.paymentDate < b.paymentDate ? 1 : -1));
  const passed = skipped.map((order) => closeSkipped(order, now));
  if (!newest) return join(...passed);
  return join(
    ...passed,
    ...missed.map((order) => withBegun(endOrder(order, 'missed', { status: 'void' }), now)),
    ...open.map((order) => endOrder(order, 'unpaid', { status: 'failed' })),
    openOrder(newest, { now, method }),
  );
}

const withBegun = (part: Part, begunAt: Date): Part => ({
  ...part,
  orders: part.orders?.map((order) => ({ ...order, begunAt })),
});

function openOrder(order: BegunOrder, { now, method }: Pick<BeginningFacts, 'now' | 'method'>): Part {
  const { id, accountId, total, paymentDate } = order;
  const to = method === 'card' ? 'charging' : 'awaiting_payment';
  return {
    orders: [{ id, from: order.status, to, begunAt: now }],
    newPayments: [{ orderId: id, accountId, method, amount: total, dueAt: hourOf(paymentDate, CHARGE_HOUR) }],
  };
}

/** What paying an order depends on. `points`: that it earns. */
export interface PaidFacts {
  now: Date;
  order: Pick<OrderFacts, 'id' | 'accountId' | 'status'> & {
    kind: OrderKind;
    paymentDate: Day;
    points: number;
  };
  paidAt: Date;
  /** How the money came; left out, as asked for. */
  method?: PaymentMethod;
  /** Paid orders of the account without this one. */
  paidOrders: number;
}

/**
 * Marks an order as paid with its payment, closes its link, prepares its parcel and gives its points, and a milestone's
 * if it completes one. The schedule of an order that is no renewal starts on the day it was paid, whenever it was begun.
 */
export function payOrder({ now, order, paidAt, method, paidOrders }: PaidFacts): Part {
  const { id, accountId, status, kind } = order;
  const paidOn = dayOf(paidAt);
  const paymentDate = kind === 'renewal' ? order.paymentDate : paidOn;
  const settled = { status: 'succeeded', dueAt: null, givesUpAt: null, reason: null } as const;
  const earned = { accountId, kind: 'earned', source: id, delta: order.points, orderId: id } as const;
  const milestone = milestoneReached(paidOrders + 1);
  const reward = { accountId, kind: 'milestone', delta: MILESTONE_POINTS, orderId: id } as const;
  return {
    orders: [{ id, from: status, to: 'paid', paidAt, paidOn, paymentDate }],
    payments: [{ orderId: id, ...settled, ...(method ? { method } : {}) }],
    links: [{ orderId: id, as: 'paid' }],
    parcels: [{ orderId: id, checkAt: handOverAt(now) }],
    points: [
      ...(order.points > 0 ? [earned] : []),
      ...(milestone === null ? [] : [{ ...reward, source: String(milestone) }]),
    ],
  };
}

/** Books money of a paid order that went back, in satang. @returns `isWhole`: nothing of it is left */
export function refundOrder(
  { id, status, refunded, total }: Pick<OrderFacts, 'id' | 'status'> & { refunded: Satang; total: Satang },
  amount: Satang,
): { isWhole: boolean; changes: Part } {
  const isWhole = refunded + amount >= total;
  const change = { id, from: status, to: isWhole ? 'refunded' : status, refunded: refunded + amount };
  return { isWhole, changes: { orders: [change] } };
}

/**
 * Moves the orders of a schedule to their new dates and drops those that have none; a dropped order's free product moves
 * to another order and is not returned.
 */
export function rescheduleOrders(
  orders: readonly (ScheduledOrder & Pick<OrderFacts, 'accountId' | 'freeProductPoints'>)[],
  { kept, dropped }: Pick<Reschedule, 'kept' | 'dropped'>,
  now: Date,
): Part {
  const known = new Map(orders.map((order) => [order.id, order]));
  const find = (id: string) => {
    const order = known.get(id);
    if (!order) throw new RangeError(`No order ${id} in this schedule`);
    return order;
  };
  const leaving = dropped.map((id): OrderChange => ({ id, from: find(id).status, to: 'void' }));
  const staying = kept.map(({ id, index, paymentDate, skipped, closed }): Part => {
    const order = find(id);
    const moves = paymentDate === order.paymentDate ? {} : { moves: true as const };
    const closing = closed ? closeSkipped(order, now) : { orders: [], points: [] };
    const change: OrderChange = {
      ...closing.orders[0],
      ...{ id, from: order.status, to: skipped ? 'skipped' : 'upcoming', cycleIndex: index, paymentDate },
      ...moves,
    };
    return { orders: [change], points: closing.points };
  });
  return join({ orders: leaving }, ...staying);
}

/** Moves the free product of one order, with the points set aside for it, to another. */
export function moveFreeProduct(
  source: Pick<OrderFacts, 'id' | 'status' | 'freeProductPoints'> & { freeProductCode: string | null },
  home: Pick<OrderFacts, 'id' | 'status'>,
): OrderChange[] {
  const { freeProductCode, freeProductPoints } = source;
  return [
    { id: home.id, from: home.status, to: home.status, freeProductCode, freeProductPoints },
    { id: source.id, from: source.status, to: source.status, freeProductCode: null, freeProductPoints: 0 },
  ];
}
