import type { Day } from './day';
import type { LineWish } from './line-words';
import { moveRange } from './move-order';
import type { Satang } from './money';
import type { ShipmentStatus } from './order';
import type { SlipResult } from './slip';
import type { ShownPaymentStatus } from './payment';
import type { PaymentMethod, SubscriptionStatus } from './subscription';

/** An order as an answer in LINE needs it. */
export interface ChatOrder {
  orderId: string;
  orderNumber: number;
  paymentDate: Day;
  total: Satang;
  skipped: boolean;
  movedFrom: Day | null;
  canSkipUntil: Day;
  freeProduct: string | null;
  /** The day until which the box arrives; null while it is not known. */
  receiveBy: Day | null;
  shipment: {
    status: ShipmentStatus;
    courier: string | null;
    trackingNumber: string | null;
    trackingUrl: string | null;
  } | null;
  isStopped: boolean;
  payment: { status: ShownPaymentStatus } | null;
}

/** A payment that fails or waits. */
export interface ChatDebt {
  orderId: string;
  method: PaymentMethod;
  status: ShownPaymentStatus;
  amount: Satang;
  paymentUrl: string | null;
  expiresAt: string | null;
  authorizeUri: string | null;
  nextTryOn: Day | null;
  cardNeededBy: Day | null;
}

/** What is known of who typed. */
export interface ChatFacts {
  today: Day;
  /** Null for a LINE user without an account. */
  subscriber: {
    subscription: {
      status: SubscriptionStatus;
      registering: boolean;
      pause: { until: Day; nextPaymentDate: Day } | null;
    } | null;
    debt: ChatDebt | null;
    /** The next orders, soonest first, with the skipped ones. */
    upcoming: readonly ChatOrder[];
    lastPaid: ChatOrder | null;
    points: number;
  } | null;
  /** The order whose number was typed, or the number if it is no order of this person. Undefined if none was typed. */
  named?: ChatOrder | { unknown: number } | undefined;
}

/** The states of a person in LINE. `debt`: a payment fails or waits. `rest`: nothing is delivered. */
export const CHAT_STATES = ['guest', 'active', 'debt', 'rest'] as const;
export type ChatState = (typeof CHAT_STATES)[number];

/** Returns the state of a person. It decides the rich menu, and what an answer offers. */
export function chatState({ subscriber }: Pick<ChatFacts, 'subscriber'>): ChatState {
  const subscription = subscriber?.subscription;
  if (!subscription) return 'guest';
  if (subscriber?.debt) return 'debt';
  if (subscription.registering) return 'guest';
  return subscription.status === 'active' && subscription.pause === null ? 'active' : 'rest';
}

/** What a button of an answer opens. Each opens a page on which something is confirmed; none acts by itself. */
export type ChatButton =
  | { opens: 'skip' | 'box'; order: ChatOrder }
  | { opens: 'date'; order: ChatOrder; from: Day; until: Day }
  | { opens: 'moved'; order: ChatOrder; to: Day }
  | { opens: 'pay' | 'parcel'; url: string }
  | { opens: 'repair'; orderId: string }
  | { opens: 'account' | 'pause' | 'restart' | 'points' | 'connect' | 'signUp' | 'finish' };

/** The answers. Their sentences are those of `lineChat` in the locale files. */
export type ChatSays =
  | 'guest'
  | 'unfinished'
  | 'stopped'
  | 'cancelled'
  | 'paused'
  | 'pausedLater'
  | 'nothingPlanned'
  | 'debtLink'
  | 'debtConfirm'
  | 'debtChecking'
  | 'debtDue'
  | 'debtRetry'
  | 'debtCard'
  | 'debtOver'
  | 'debtStopped'
  | 'next'
  | 'nextLast'
  | 'skip'
  | 'skipLast'
  | 'skipNone'
  | 'skipLate'
  | 'move'
  | 'moveTo'
  | 'moveNone'
  | 'moveLate'
  | 'payNone'
  | 'box'
  | 'pause'
  | 'points'
  | 'help'
  | 'helpGuest'
  | 'person'
  | 'trackPacking'
  | 'trackSent'
  | 'trackNumber'
  | 'trackArrived'
  | 'trackStopped'
  | 'trackNone'
  | 'trackPlanned'
  | 'trackUnknown'
  | `slip.${SlipResult | 'guest'}`;

export interface ChatAnswer {
  says: ChatSays;
  /** The amounts, days and texts of its sentences. */
  amount?: Satang;
  date?: Day;
  next?: Day;
  until?: Day;
  count?: number;
  number?: number;
  moment?: string;
  courier?: string;
  parcel?: string;
  /** The order whose contents the answer lists; null for none. */
  lists?: string;
  buttons: ChatButton[];
  /** The further words that are offered. */
  offers: readonly LineWish[];
}

/** The further words that each state is offered. */
export const OFFERS: Record<ChatState, readonly LineWish[]> = {
  guest: ['help', 'person'],
  active: ['next', 'skip', 'move', 'box', 'track', 'points', 'pause', 'help'],
  debt: ['pay', 'track', 'points', 'person'],
  rest: ['next', 'track', 'points', 'person', 'help'],
};

type Said = Omit<ChatAnswer, 'offers'>;
type Subscriber = NonNullable<ChatFacts['subscriber']>;

/** Returns the answer to what a person typed. The amounts, days and state are those of `facts`. */
export function answerTo(wish: LineWish, facts: ChatFacts): ChatAnswer {
  const offers = OFFERS[chatState(facts)].filter((one) => one !== wish);
  return { ...said(wish, facts), offers };
}

/** Returns the answer to a day that was chosen for an order: the page on which the move is confirmed. */
export function answerToDay(orderId: string, to: Day, facts: ChatFacts): ChatAnswer {
  const asked = answerTo('move', facts);
  const order = facts.subscriber?.upcoming.find((one) => one.orderId === orderId && !one.skipped);
  const isOpen = asked.says === 'move' || asked.says === 'moveLate';
  if (!isOpen || !order || facts.today > order.canSkipUntil) return asked;
  const { from, until } = rangeOf(order, facts);
  if (to < from || to > until) return asked;
  const { total: amount, paymentDate: date } = order;
  return { ...asked, says: 'moveTo', amount, date, next: to, buttons: [{ opens: 'moved', order, to }] };
}

function said(wish: LineWish, facts: ChatFacts): Said {
  const { subscriber } = facts;
  if (wish === 'person') return { says: 'person', buttons: [] };
  if (!subscriber?.subscription)
    return {
      says: wish === 'help' ? 'helpGuest' : 'guest',
      buttons: [{ opens: 'connect' }, { opens: 'signUp' }],
    };
  if (wish === 'help') return { says: 'help', buttons: [{ opens: 'account' }] };
  if (wish === 'points') return { says: 'points', count: subscriber.points, buttons: [{ opens: 'points' }] };
  if (wish === 'track') return track(subscriber, facts.named);
  if (subscriber.debt) return debtSaid(subscriber.debt, subscriber);
  return PLANNED[wish](subscriber, facts);
}

const PLANNED: Record<
  Exclude<LineWish, 'person' | 'help' | 'points' | 'track'>,
  (subscriber: Subscriber, facts: ChatFacts) => Said
> = {
  next: (subscriber) =>
    ifPlanned(subscriber, ([order, after]) => ({
      ...nextSaid(order, after),
      buttons: [{ opens: 'account' }],
    })),
  pay: (subscriber) =>
    ifPlanned(subscriber, ([order]) => ({
      ...duty(order),
      says: 'payNone',
      buttons: [{ opens: 'account' }],
    })),
  box: (subscriber) =>
    ifPlanned(subscriber, ([order]) => ({
      ...duty(order),
      says: 'box',
      lists: order.orderId,
      buttons: [order.freeProduct === null ? { opens: 'box', order } : { opens: 'account' }],
    })),
  pause: (subscriber) =>
    ifPlanned(subscriber, ([order]) => ({ ...duty(order), says: 'pause', buttons: [{ opens: 'pause' }] })),
  skip: (subscriber, facts) => change(subscriber, facts, 'skip'),
  move: (subscriber, facts) => change(subscriber, facts, 'move'),
};

const duty = ({ total, paymentDate, canSkipUntil }: ChatOrder) => ({
  amount: total,
  date: paymentDate,
  until: canSkipUntil,
});

const nextSaid = (order: ChatOrder, after?: ChatOrder) =>
  after
    ? { ...duty(order), says: 'next' as const, next: after.paymentDate }
    : { ...duty(order), says: 'nextLast' as const };

/** Answers from the planned orders, or says why there is none. */
function ifPlanned(
  { subscription, upcoming }: Subscriber,
  answer: (orders: [ChatOrder, ...ChatOrder[]]) => Said,
): Said {
  const buttons: ChatButton[] = [{ opens: 'account' }];
  if (!subscription) return { says: 'guest', buttons };
  if (subscription.registering) return { says: 'unfinished', buttons: [{ opens: 'finish' }] };
  if (subscription.status === 'imported') return { says: 'nothingPlanned', buttons };
  if (subscription.status !== 'active')
    return {
      says: subscription.status === 'cancelled' ? 'cancelled' : 'stopped',
      buttons: [{ opens: 'restart' }],
    };
  if (subscription.pause !== null) {
    const { until, nextPaymentDate: date } = subscription.pause;
    // The pause began after the cut-off of this order, so the order is charged.
    const order = upcoming.find(({ skipped, paymentDate }) => !skipped && paymentDate < until);
    return order
      ? { ...duty(order), says: 'pausedLater', until, buttons }
      : { says: 'paused', until, date, buttons };
  }
  const [first, ...rest] = upcoming.filter(({ skipped }) => !skipped);
  return first ? answer([first, ...rest]) : { says: 'nothingPlanned', buttons };
}

const rangeOf = (order: ChatOrder, { today, subscriber }: ChatFacts) =>
  moveRange(order, subscriber?.upcoming ?? [], today);

/**
 * Answers a wish to skip or to move. The answer is about the next order that can still change. It also names an order
 * whose cut-off has passed.
 */
function change(subscriber: Subscriber, facts: ChatFacts, wish: 'skip' | 'move'): Said {
  const isOpen = (order: ChatOrder) => {
    if (facts.today > order.canSkipUntil) return false;
    const { from, until } = rangeOf(order, facts);
    return wish === 'skip' || from <= until;
  };
  return ifPlanned(subscriber, (orders) => {
    const [first] = orders;
    const at = orders.findIndex(isOpen);
    const order = orders[at];
    if (!order) return { ...duty(first), says: `${wish}None`, buttons: [{ opens: 'account' }] };
    const { from, until } = rangeOf(order, facts);
    const buttons: ChatButton[] =
      wish === 'skip' ? [{ opens: 'skip', order }] : [{ opens: 'date', order, from, until }];
    if (at > 0)
      return {
        ...duty(order),
        says: `${wish}Late`,
        date: first.paymentDate,
        next: order.paymentDate,
        buttons,
      };
    const after = orders[1];
    if (wish === 'skip' && after) return { ...duty(order), says: 'skip', next: after.paymentDate, buttons };
    return { ...duty(order), says: wish === 'skip' ? 'skipLast' : 'move', buttons };
  });
}

function debtSaid(debt: ChatDebt, { subscription }: Subscriber): Said {
  const { amount, orderId, status, nextTryOn, cardNeededBy, expiresAt } = debt;
  const repair: ChatButton = { opens: 'repair', orderId };
  if (subscription?.status === 'inactive' && status !== 'pending')
    return { says: 'debtStopped', amount, buttons: [repair, { opens: 'restart' }] };
  if (debt.authorizeUri !== null) return { says: 'debtConfirm', amount, buttons: [repair] };
  if (debt.paymentUrl !== null && expiresAt !== null)
    return { says: 'debtLink', amount, moment: expiresAt, buttons: [{ opens: 'pay', url: debt.paymentUrl }] };
  if (status === 'fail' && nextTryOn !== null)
    return { says: 'debtRetry', amount, date: nextTryOn, buttons: [repair] };
  if (status === 'fail' && cardNeededBy !== null)
    return { says: 'debtCard', amount, until: cardNeededBy, buttons: [repair] };
  if (status === 'pending')
    return nextTryOn === null
      ? { says: 'debtChecking', amount, buttons: [{ opens: 'account' }] }
      : { says: 'debtDue', amount, date: nextTryOn, buttons: [{ opens: 'account' }] };
  return { says: 'debtOver', amount, buttons: [{ opens: 'account' }] };
}

function track({ upcoming, lastPaid }: Subscriber, named: ChatFacts['named']): Said {
  const buttons: ChatButton[] = [{ opens: 'account' }];
  if (named && 'unknown' in named) return { says: 'trackUnknown', number: named.unknown, buttons };
  const order = named ?? lastPaid;
  const next = upcoming.find(({ skipped }) => !skipped);
  if (!order)
    return next ? { ...duty(next), says: 'trackNone', buttons } : { says: 'nothingPlanned', buttons };
  const facts = { number: order.orderNumber, amount: order.total };
  if (order.payment?.status !== 'success')
    return { ...facts, date: order.paymentDate, says: 'trackPlanned', buttons };
  if (order.isStopped) return { ...facts, says: 'trackStopped', buttons };
  const { status, courier, trackingNumber, trackingUrl } = order.shipment ?? { status: 'preparing' };
  if (status === 'delivered') return { ...facts, date: order.paymentDate, says: 'trackArrived', buttons };
  const by = order.receiveBy === null ? {} : { date: order.receiveBy };
  if (status !== 'shipped')
    return { ...facts, date: order.paymentDate, ...by, says: 'trackPacking', buttons };
  if (!courier || !trackingNumber)
    return { ...facts, date: order.paymentDate, ...by, says: 'trackSent', buttons };
  const follow: ChatButton[] = trackingUrl ? [{ opens: 'parcel', url: trackingUrl }] : buttons;
  return { ...facts, ...by, says: 'trackNumber', courier, parcel: trackingNumber, buttons: follow };
}
