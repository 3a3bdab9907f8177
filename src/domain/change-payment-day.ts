import { addMonthsTo, dayInMonth, daysBetween, maxDay, monthOf, type Day } from './day';
import type { OrderStatus } from './order';
import { isInPause, nextPlanned, planOrders } from './planner';
import {
  freshIndex,
  lastDate,
  ordersAhead,
  moveFreeProducts,
  plannedDate,
  skipsBeyond,
  type KeptOrder,
  type Reschedule,
  type ScheduledOrder,
  type ScheduleFacts,
} from './reschedule';
import { cycleDateFor, epochFor, MIN_GAP_DAYS, type Epoch } from './schedule';

/**
 * Returns the latest day of a payment: the paid day of a paid order, or the payment date of an order in
 * charging. Null without such an order.
 */
export function lastPaymentOn({ orders, today }: Pick<ScheduleFacts, 'orders' | 'today'>): Day | null {
  const days = orders.flatMap(({ status, paymentDate, paidOn }) => {
    if (status === 'paid' || status === 'refunded') return [paidOn ?? paymentDate];
    const isUnderWay = status === 'charging' || status === 'awaiting_payment';
    return isUnderWay || (status === 'upcoming' && paymentDate <= today) ? [paymentDate] : [];
  });
  return days.reduce<Day | null>((last, day) => (last ? maxDay(last, day) : day), null);
}

/**
 * Returns the schedule after a change of the payment day (1–31). The first order that is not skipped moves to
 * the new day in its own month. If that date is too early, this order and all later orders move by one more
 * month. Too early is today, a past day, or a day at most 20 days after the last payment. Skipped orders
 * before this order move within their own months. A skipped order is closed if its new date is today or past.
 * It is dropped if an order that has begun has the same date or a later date. Orders that stay keep their
 * skips and free products. An order that the subscriber moved is planned anew from its planned date. A pause
 * skips the orders whose date changes to a day before its end, and no others.
 */
export function changePaymentDay(facts: ScheduleFacts, paymentDay: number): Reschedule {
  const { today, orders, epochs, pausedUntil } = facts;
  const ahead = ordersAhead(facts);
  const fromIndex = freshIndex(facts);
  const after = nextPlanned(epochs, fromIndex, ahead.at(-1)?.paymentDate ?? today);
  const first = plannedDate(ahead.find(({ status }) => status === 'upcoming') ?? after);
  const inOwnMonth = dayInMonth(monthOf(first), paymentDay);
  const lastPaid = lastPaymentOn(facts);
  const isTooSoon =
    inOwnMonth <= today || (lastPaid !== null && daysBetween(lastPaid, inOwnMonth) <= MIN_GAP_DAYS);
  const shiftedBy = (date: Day, months: number) => dayInMonth(addMonthsTo(monthOf(date), months), paymentDay);
  // The planned date of a moved order may be past, so that one month is not enough.
  const shift = isTooSoon ? (shiftedBy(first, 1) > today ? 1 : 2) : 0;
  const moved = (date: Day) => shiftedBy(date, date < first ? 0 : shift);

  const begun = orders.filter((order) => !ahead.includes(order));
  const last = lastDate(begun);
  const isTaken = (date: Day) => last !== null && date <= last;
  const dropped = ahead.filter((order) => isTaken(moved(plannedDate(order))));
  const staying = ahead.filter((order) => !dropped.includes(order));
  const kept = staying.map((order) => moveTo(order, moved(plannedDate(order)), facts));
  const added = epochsThrough(epochs, paymentDay, [
    ...kept,
    { index: after.index, paymentDate: moved(after.paymentDate) },
  ]);
  const newest = added.at(-1);
  if (newest) newest.skips = skipsBeyond(epochFor(epochs, fromIndex), ahead).map(moved);
  const planned = planOrders({
    today,
    nextIndex: fromIndex,
    pausedUntil,
    epochs: [...epochs, ...added],
    existing: [...begun, ...kept.map((order) => ({ ...order, status: statusOf(order) }))],
  });
  return {
    epochs: added,
    kept,
    dropped: dropped.map(({ id }) => id),
    planned,
    freeProducts: moveFreeProducts(dropped, homes(staying, kept, planned)),
    nextIndex: (planned.at(-1)?.index ?? fromIndex - 1) + 1,
  };
}

const statusOf = ({ skipped }: KeptOrder): OrderStatus => (skipped ? 'skipped' : 'upcoming');

/** Returns an order with a new date. A pause skips it if the date changes to a day before its end. */
export function moveTo(
  { id, index, status, paused: wasPaused = false, paymentDate: before }: ScheduledOrder,
  paymentDate: Day,
  { today, pausedUntil }: Pick<ScheduleFacts, 'today' | 'pausedUntil'>,
): KeptOrder {
  const wasSkipped = status === 'skipped';
  const closed = wasSkipped && paymentDate <= today;
  const isSkippedBySubscriber = wasSkipped && !wasPaused;
  const isMoved = !closed && paymentDate !== before;
  const isPaused = isMoved ? !isSkippedBySubscriber && isInPause(paymentDate, pausedUntil) : wasPaused;
  const skipped = isPaused || isSkippedBySubscriber;
  return { id, index, paymentDate, skipped, closed, ...(isPaused ? { paused: true } : {}) };
}

/** Returns the epochs to add, so that the index of each order gives its payment date. */
function epochsThrough(
  epochs: readonly Epoch[],
  paymentDay: number,
  dated: readonly { index: number; paymentDate: Day }[],
): Epoch[] {
  const added: Epoch[] = [];
  for (const { index, paymentDate } of dated) {
    const { frequency } = epochFor(epochs, index);
    const isCovered =
      added.length > 0 &&
      epochFor(added, index).frequency === frequency &&
      cycleDateFor(added, index) === paymentDate;
    if (isCovered) continue;
    added.push({ fromIndex: index, baseMonth: monthOf(paymentDate), paymentDay, frequency });
  }
  return added;
}

function homes(
  staying: readonly ScheduledOrder[],
  kept: readonly KeptOrder[],
  planned: readonly { paymentDate: Day; skipped: boolean }[],
) {
  const open = kept.filter(({ closed }) => !closed);
  return [
    ...open.map((order) => ({
      ...order,
      freeProduct: staying.some(({ id, freeProduct }) => id === order.id && freeProduct),
    })),
    ...planned.map((order) => ({ ...order, freeProduct: false })),
  ];
}
