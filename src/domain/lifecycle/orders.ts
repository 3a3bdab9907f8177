import { dayOf, hourOf, type Day } from '../day';
import type { Satang } from '../money';
import { CHARGE_HOUR, type PaymentStatus } from '../payment';
import type { OrderKind, OrderStatus } from '../order';
import { handOverAt } from '../parcel';
import { MILESTONE_POINTS, milestoneReached } from '../points';
import { isCharged, type PaymentMethod } from '../subscription';
import type { Reschedule, ScheduledOrder } from '../reschedule';
import { join, type OrderChange, type Part, type PointsMovement } from './changes';

/**
 * The fields of an order that decide how it is closed. `freeProductPoints`: the points reserved for its free
 * product.
 */
export interface OrderFacts {
  id: string;
  accountId: string;
  status: OrderStatus;
  freeProductPoints: number;
}

/**
 * The end of the payment of an order. `reason`: why the last charge failed; if omitted, the stored reason
 * stays.
 */
export interface PaymentEnd {
  status: Extract<PaymentStatus, 'failed' | 'suspended' | 'expired' | 'void'>;
  reason?: string | null;
  /** The open payment link stays open, so that the unpaid order can still be paid. */
  keepsLink?: true;
}

/**
 * `AHEAD`: orders whose payment date has not begun. `OWED`: orders whose payment date has begun and that are
 * not paid.
 */
export const AHEAD = ['upcoming', 'skipped'] as const;
export const OWED = ['charging', 'awaiting_payment', 'unpaid'] as const;

const isOwed = (status: OrderStatus) => OWED.some((owed) => owed === status);

/** Removes the free product of an order that will not be sent, and returns its points to the account. */
function withoutProduct({ id, accountId, freeProductPoints }: OrderFacts) {
  if (freeProductPoints === 0) return { fields: {}, points: [] };
  return {
    fields: { freeProductCode: null, freeProductPoints: 0 } as const,
    points: [{ accountId, kind: 'returned' as const, source: id, delta: freeProductPoints, orderId: id }],
  };
}

/**
 * Closes an order that will not be sent. Its reserved points return to the account, its payment is not due
 * any more, and its payment link closes.
 */
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

/**
 * Makes orders and their payments void. A charge attempt in progress stays open. If it captures money, that
 * money is refunded.
 */
export function voidOrders(orders: readonly OrderFacts[]): Part {
  return join(...orders.map((order) => endOrder(order, 'void', { status: 'void' })));
}

/** Closes a skipped order whose payment date has passed. It stays skipped and loses its free product. */
export function closeSkipped(order: OrderFacts, begunAt: Date): Required<Pick<Part, 'orders' | 'points'>> {
  const { fields, points } = withoutProduct(order);
  return { orders: [{ id: order.id, from: 'skipped', to: 'skipped', begunAt, ...fields }], points };
}

/** An order whose payment date has begun. `total` in satang. */
export interface BegunOrder extends OrderFacts {
  paymentDate: Day;
  total: Satang;
}

/** The facts that decide which orders begin. */
export interface BeginningFacts {
  now: Date;
  method: PaymentMethod;
  /** The upcoming or skipped orders that have not begun although their payment date is today or past. */
  due: readonly BegunOrder[];
  /** The earlier orders that are still being charged or wait for the payment of their link. */
  open: readonly OrderFacts[];
}

/** Whether `beginOrders` ends the open orders: only if a due order begins that is not skipped. */
export function endsOpenOrder({ due }: Pick<BeginningFacts, 'due'>): boolean {
  return due.some(({ status }) => status === 'upcoming');
}

/**
 * Begins the newest due order, whose payment is due at 09:00. Older due orders become missed, and an earlier
 * open order becomes unpaid. So a subscription never has two open orders on one day.
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
  const to = isCharged(method) ? 'charging' : 'awaiting_payment';
  return {
    orders: [{ id, from: order.status, to, begunAt: now }],
    newPayments: [{ orderId: id, accountId, method, amount: total, dueAt: hourOf(paymentDate, CHARGE_HOUR) }],
  };
}

/**
 * The facts that decide the changes after the payment of an order. `order.points`: the points that the order
 * earns.
 */
export interface PaidFacts {
  now: Date;
  order: Pick<OrderFacts, 'id' | 'accountId' | 'status'> & {
    kind: OrderKind;
    paymentDate: Day;
    points: number;
  };
  paidAt: Date;
  /** The method by which the money was received; if omitted, the requested method. */
  method?: PaymentMethod;
  /** The number of paid orders of the account, without this order. */
  paidOrders: number;
}

/**
 * Marks an order and its payment as paid and closes its payment link. Plans its parcel, and credits its
 * points and a completed milestone. The payment date of a first order or a reactivation becomes the paid day.
 */
export function payOrder({ now, order, paidAt, method, paidOrders }: PaidFacts): Part {
  const { id, accountId, status, kind } = order;
  const paidOn = dayOf(paidAt);
  const paymentDate = kind === 'renewal' ? order.paymentDate : paidOn;
  const settled = { status: 'succeeded', dueAt: null, givesUpAt: null, reason: null } as const;
  const earned = { accountId, kind: 'earned', source: id, delta: order.points, orderId: id } as const;
  const reward = milestoneOf({ accountId, orderId: id, paidOrders: paidOrders + 1 });
  return {
    orders: [{ id, from: status, to: 'paid', paidAt, paidOn, paymentDate }],
    payments: [{ orderId: id, ...settled, ...(method ? { method } : {}) }],
    links: [{ orderId: id, as: 'paid' }],
    parcels: [{ orderId: id, checkAt: handOverAt(now) }],
    points: [...(order.points > 0 ? [earned] : []), ...reward],
  };
}

/** Returns the points of the milestone that an order completes. @param of `paidOrders`: with this order */
export function milestoneOf(of: {
  accountId: string;
  orderId: string;
  paidOrders: number;
}): PointsMovement[] {
  const { accountId, orderId, paidOrders } = of;
  const milestone = milestoneReached(paidOrders);
  if (milestone === null) return [];
  return [{ accountId, kind: 'milestone', source: String(milestone), delta: MILESTONE_POINTS, orderId }];
}

/** Lowers what an unpaid order costs by what its transfer is short, in satang. */
export function waiveShortage(
  { id, status, total }: Pick<OrderFacts, 'id' | 'status'> & { total: Satang },
  shortage: Satang,
): Part {
  const rest = total - shortage;
  return {
    orders: [{ id, from: status, to: status, waived: shortage, total: rest }],
    payments: [{ orderId: id, amount: rest }],
  };
}

/**
 * Records a refund of a paid order, in satang.
 * @returns `isWhole`: the whole amount is refunded
 */
export function refundOrder(
  { id, status, refunded, total }: Pick<OrderFacts, 'id' | 'status'> & { refunded: Satang; total: Satang },
  amount: Satang,
): { isWhole: boolean; changes: Part } {
  const isWhole = refunded + amount >= total;
  const change = { id, from: status, to: isWhole ? 'refunded' : status, refunded: refunded + amount };
  return { isWhole, changes: { orders: [change] } };
}

/** Records that a refund of an order was corrected: its amount, in satang, is paid again. */
export function correctRefund(
  { id, status, refunded }: Pick<OrderFacts, 'id' | 'status'> & { refunded: Satang },
  amount: Satang,
): Part {
  const to = status === 'refunded' ? 'paid' : status;
  return { orders: [{ id, from: status, to, refunded: refunded - amount }] };
}

/**
 * Moves the orders of a schedule to their new dates and makes dropped orders void. The caller must move the
 * free products of dropped orders with `moveFreeProduct`.
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
  const staying = kept.map(({ id, index, paymentDate, skipped, closed, paused = false }): Part => {
    const order = find(id);
    const moves = paymentDate === order.paymentDate ? {} : { moves: true as const };
    const closing = closed ? closeSkipped(order, now) : { orders: [], points: [] };
    const change: OrderChange = {
      ...closing.orders[0],
      id,
      from: order.status,
      to: skipped ? 'skipped' : 'upcoming',
      cycleIndex: index,
      paymentDate,
      ...moves,
      ...(order.movedFrom ? { movedFrom: null } : {}),
      ...(paused === (order.paused ?? false) ? {} : { paused }),
    };
    return { orders: [change], points: closing.points };
  });
  return join({ orders: leaving }, ...staying);
}

/** Moves the free product of an order (`source`), with its reserved points, to another order (`home`). */
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
