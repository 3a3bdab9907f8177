import type { Entry } from './journal';
import { dateIn, secondMonth } from './oracle-calendar';
import { isKept, type Charge, type OrderRow } from './oracle-facts';
import type { ShownOrder } from './order-now-command';

/* Checks orders that were sent now, with dates that the oracle computes itself. */

interface Answer {
  orderId: string;
  total: number;
  subscription: { paymentDay: number; frequency: number };
  upcomingOrders: { orderId: string; paymentDate: string }[];
  charge: { outcome: string } | null;
}

const bangkokDay = (ms: number) => new Date(ms + 7 * 3_600_000).toISOString().slice(0, 10);

/**
 * Checks accepted orders now: the shown order is charged its shown total today, no other order was charged before on
 * the same day, and the later orders keep their dates or follow today, as chosen. A declined order waits for its date.
 */
export function checkOrdersNow(orders: OrderRow[], charges: Charge[], entries: Entry[]): string[] {
  return entries.flatMap((entry) => {
    if (entry.command !== 'orderNow') return [];
    const shown = entry.input.shown as ShownOrder | undefined;
    if (shown && entry.outcome === 'CARD_DECLINED') return checkDeclined(charges, entries, entry, shown);
    if (entry.outcome !== 'ok') return [];
    const answer = entry.response as Answer;
    if (!shown)
      return isRepeat(entries, entry)
        ? []
        : [`${answer.orderId}: was sent now, and its screen showed no order`];
    const problems = checkAnswer(entry, answer, shown);
    if (answer.charge?.outcome !== 'paid') return problems;
    const own = orders.filter(({ account }) => account === entry.accountId);
    const paidOn = own.find(({ id }) => id === answer.orderId)?.paid_on ?? 'never';
    problems.push(...checkPaid(own, charges, entry, paidOn));
    // Another command at the same time may have changed the dates of the answer.
    if (entries.some((other) => other !== entry && isAtOnce(entry, other))) return problems;
    const isRestart = entry.input.later === 'restart';
    return [...problems, ...(isRestart ? checkRestarted(answer, paidOn) : checkKept(answer, shown))];
  });
}

/** Whether the response has the open 3-D Secure challenge of an earlier request. The screen shows no order meanwhile. */
const isRepeat = (entries: Entry[], { at, response }: Entry) => {
  const { orderId, charge } = response as Answer;
  const isSent = ({ command, input, at: earlier }: Entry) =>
    command === 'orderNow' && earlier < at && (input.shown as ShownOrder | undefined)?.orderId === orderId;
  return charge?.outcome === 'action_required' && entries.some(isSent);
};

/** Whether two commands of one subscriber may have run at the same time. */
const isAtOnce = (one: Entry, other: Entry) =>
  one.accountId === other.accountId &&
  (one.respondedAt === null || other.at <= one.respondedAt) &&
  (other.respondedAt === null || other.respondedAt >= one.at);

function checkAnswer({ at }: Entry, { orderId, total }: Answer, shown: ShownOrder): string[] {
  const problems: string[] = [];
  if (orderId !== shown.orderId || total !== shown.total)
    problems.push(`${orderId}: ${total} was sent now, and shown was ${shown.orderId} for ${shown.total}`);
  if (shown.plannedOn <= bangkokDay(at.getTime()))
    problems.push(`${orderId}: was sent now on its planned date ${shown.plannedOn}`);
  return problems;
}

function checkPaid(own: OrderRow[], charges: Charge[], { at, respondedAt, response }: Entry, paidOn: string) {
  const { orderId } = response as Answer;
  const days = [at, respondedAt ?? at].map((one) => bangkokDay(one.getTime()));
  const problems = days.includes(paidOn) ? [] : [`${orderId}: sent now on ${days[0]}, and paid on ${paidOn}`];
  const before = charges.find(
    (charge) =>
      charge.orderId !== orderId &&
      own.some(({ id }) => id === charge.orderId) &&
      isKept(charge) &&
      charge.paidAt !== null &&
      charge.paidAt < at.getTime() &&
      bangkokDay(charge.paidAt) === days[0],
  );
  return before
    ? [...problems, `${orderId}: sent now after ${before.id} was paid on the same day`]
    : problems;
}

/** The commands that may charge the order before the date that the screen showed. */
const EARLIER = new Set(['move', 'changePaymentDay', 'changeFrequency', 'orderNow', 'cancel', 'reactivate']);

/** Checks that a declined order is not charged automatically before its planned date. */
function checkDeclined(charges: Charge[], entries: Entry[], declined: Entry, shown: ShownOrder): string[] {
  const { at, accountId } = declined;
  const hasChanged = entries.some(
    (entry) => entry.accountId === accountId && EARLIER.has(entry.command) && entry.at > at,
  );
  const early = charges.find(
    ({ orderId, automatic, createdAt }) =>
      orderId === shown.orderId &&
      automatic &&
      createdAt > at.getTime() &&
      bangkokDay(createdAt) < shown.plannedOn,
  );
  return early && !hasChanged
    ? [`${shown.orderId}: declined when sent now, and ${early.id} was made before ${shown.plannedOn}`]
    : [];
}

/** Checks that all other orders kept their dates. A third order may be new. */
function checkKept({ upcomingOrders }: Answer, { orderId, ahead }: ShownOrder): string[] {
  const dates = new Map(upcomingOrders.map((order) => [order.orderId, order.paymentDate]));
  return ahead.flatMap((order) => {
    const date = dates.get(order.orderId);
    return date === order.paymentDate
      ? []
      : [`${orderId}: sent now, and ${order.orderId} of ${order.paymentDate} is on ${date}`];
  });
}

/** Checks that the later dates are those after a first order that is paid on the same day. */
function checkRestarted({ orderId, upcomingOrders, subscription }: Answer, paidOn: string): string[] {
  const { paymentDay, frequency } = subscription;
  const month = secondMonth(paidOn, paymentDay, frequency);
  return upcomingOrders.flatMap(({ paymentDate }, n) => {
    const wanted = dateIn(month + n * frequency, paymentDay);
    return paymentDate === wanted
      ? []
      : [`${orderId}: restarted, and ${paymentDate} instead of ${wanted} follows`];
  });
}
