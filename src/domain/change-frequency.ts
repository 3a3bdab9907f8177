import { lastPaymentOn, moveTo } from './change-payment-day';
import { addMonthsTo, dayInMonth, daysBetween, monthOf, type Day } from './day';
import { allow, refuse, type Verdict } from './errors';
import { nextPlanned, planOrders } from './planner';
import {
  freshIndex,
  ordersAhead,
  moveFreeProducts,
  plannedDate,
  skipsBeyond,
  type Reschedule,
  type ScheduledOrder,
  type ScheduleFacts,
} from './reschedule';
import { epochFor, isOnCalendar, MIN_GAP_DAYS, type Epoch } from './schedule';

/**
 * Refuses with DATE_OUT_OF_RANGE if `after` is not the payment date of an upcoming or skipped order. The new
 * frequency starts after that order.
 */
export function canChangeFrequencyAfter(
  ahead: readonly Pick<ScheduledOrder, 'paymentDate'>[],
  after: Day,
): Verdict {
  return ahead.some(({ paymentDate }) => paymentDate === after) ? allow : refuse('DATE_OUT_OF_RANGE');
}

/**
 * Returns the schedule after a change of the frequency (in months). The new frequency starts after the order
 * with the payment date `after`. Orders up to that date stay. Later orders whose date is also on the new
 * calendar stay and get a new index. All other later orders are dropped. New orders are planned until three
 * are ahead. A skipped date that is on both calendars stays skipped, even if no order is planned for it yet.
 * A new order in a pause is skipped. A later order that the subscriber moved is planned anew.
 * @param requested `paymentDay`: the later orders also get this day of the month. They begin in the first month in which
 *   the first of them is more than 20 days after the payment before it
 * @returns null when the schedule does not change
 */
export function changeFrequency(
  facts: ScheduleFacts & { frequency: number },
  requested: { frequency: number; after: Day; paymentDay?: number | undefined },
): Reschedule | null {
  const { epochs } = facts;
  const ahead = ordersAhead(facts);
  const later = ahead.filter(({ paymentDate }) => paymentDate > requested.after);
  const start = ahead.find(({ paymentDate }) => paymentDate === requested.after);
  const fromIndex = freshIndex(facts);
  const { paymentDay } = epochFor(epochs, fromIndex);
  const epoch: Epoch = {
    fromIndex,
    baseMonth: addMonthsTo(monthOf(start ? plannedDate(start) : requested.after), requested.frequency),
    paymentDay: requested.paymentDay ?? paymentDay,
    frequency: requested.frequency,
  };
  if (epoch.paymentDay !== paymentDay) {
    const before = ahead.findLast((order) => order.status === 'upcoming' && !later.includes(order));
    const paidOn = before?.paymentDate ?? lastPaymentOn(facts);
    while (paidOn !== null && isTooSoon(epoch, paidOn)) epoch.baseMonth = addMonthsTo(epoch.baseMonth, 1);
  }
  return replanAfter(facts, { epoch, later });
}

/** Whether the first date of a calendar is too close to the payment before it. */
function isTooSoon({ baseMonth, paymentDay }: Epoch, paidOn: Day): boolean {
  return daysBetween(paidOn, dayInMonth(baseMonth, paymentDay)) <= MIN_GAP_DAYS;
}

/**
 * Plans the later orders on a new calendar. Orders whose date is also on the new calendar stay and get a new
 * index. All others are dropped, and new orders are planned until three are ahead. A skipped date that is on
 * both calendars stays skipped, even if no order is planned for it yet.
 * @param start `epoch`: the new calendar. `later`: the orders ahead that it applies to
 * @returns null when the schedule does not change
 */
export function replanAfter(
  facts: ScheduleFacts & { frequency: number },
  { epoch: bare, later }: { epoch: Epoch; later: ScheduledOrder[] },
): Reschedule | null {
  const { today, orders, epochs } = facts;
  const ahead = ordersAhead(facts);
  const remembered = [
    ...later.filter(({ status, paused }) => status === 'skipped' && !paused).map(plannedDate),
    ...skipsBeyond(epochFor(epochs, bare.fromIndex), ahead),
  ];
  const epoch = { ...bare, skips: remembered.filter((day) => isOnCalendar(bare, day)) };
  const staying = orders.filter((order) => !later.includes(order));
  const calendar = planOrders({
    today,
    nextIndex: bare.fromIndex,
    pausedUntil: facts.pausedUntil,
    epochs: [epoch],
    existing: staying.map((order) => ({ ...order, index: -1 })),
  });
  return assemble(facts, { epoch, ahead, later, calendar });
}

type Parts = {
  epoch: Epoch & { skips: Day[] };
  ahead: ScheduledOrder[];
  later: ScheduledOrder[];
  calendar: ReturnType<typeof planOrders>;
};

function assemble(
  facts: ScheduleFacts & { frequency: number },
  { epoch, ahead, later, calendar }: Parts,
): Reschedule | null {
  const { frequency } = epoch;
  const orderOn = (day: Day) => later.find((order) => plannedDate(order) === day);
  const kept = calendar.flatMap(({ index, paymentDate }) => {
    const order = orderOn(paymentDate);
    return order ? [{ ...moveTo(order, paymentDate, facts), index }] : [];
  });
  const planned = calendar.filter(({ paymentDate }) => !orderOn(paymentDate));
  const dropped = later.filter(({ id }) => !kept.some((order) => order.id === id));
  const last = calendar.at(-1)?.paymentDate ?? ahead.at(-1)?.paymentDate ?? facts.today;
  const nextIndex = (calendar.at(-1)?.index ?? epoch.fromIndex - 1) + 1;
  const isSoAlready =
    frequency === facts.frequency &&
    epoch.paymentDay === epochFor(facts.epochs, epoch.fromIndex).paymentDay &&
    dropped.length === 0 &&
    planned.length === 0 &&
    nextPlanned(facts.epochs, epoch.fromIndex, last).paymentDate ===
      nextPlanned([epoch], nextIndex, last).paymentDate;
  if (isSoAlready) return null;
  const staying = ahead.filter((order) => !dropped.includes(order));
  const homes = [
    ...staying.map((order) => ({
      ...order,
      skipped: order.status === 'skipped',
      ...kept.find(({ id }) => id === order.id),
    })),
    ...planned.map((order) => ({ ...order, freeProduct: false })),
  ].sort((a, b) => (a.paymentDate < b.paymentDate ? -1 : 1));
  return {
    epochs: [{ ...epoch, skips: epoch.skips.filter((day) => day > last) }],
    kept,
    dropped: dropped.map(({ id }) => id),
    planned,
    freeProducts: moveFreeProducts(dropped, homes),
    nextIndex,
  };
}
