import { addDays, type Day } from './day';
import { MINUTE_MS } from './duration';
import { canMoveTo, moveRange } from './move-order';
import { canSkipUntil, type OrderStatus } from './order';
import { isUnresolved, type AttemptSource, type AttemptStatus } from './payment';
import { isPayable, type MoneyFacts } from './settlement-money';

/**
 * The actions of the links in messages about one order. `fix`: repair its failed payment. `skip`, `move` and
 * `box`: change the order before its cut-off. `swap`: accept a substitute for a sold-out product.
 */
export const LINK_ACTIONS = ['fix', 'skip', 'move', 'box', 'swap'] as const;
export type LinkAction = (typeof LINK_ACTIONS)[number];
export type OneTapAction = Exclude<LinkAction, 'fix'>;

/** The starts of the data of the buttons in LINE that take back a skip and a move. The id of the order follows. */
export const UNDO_PREFIXES = { unskip: 'unskip:', unmove: 'unmove:' } as const;
export type LineUndo = keyof typeof UNDO_PREFIXES;

/** The number of days by which a one-tap link moves an order. */
export const MOVE_BY_DAYS = 7;

/** The validity of a QR code of a repair link. The card is not retried meanwhile, so the time is short. */
export const REPAIR_QR_MINUTES = 30;

/** Returns the expiry of a QR code of a repair link created now, in whole seconds as the gateway requires. */
export function repairQrEndsAt(now: Date): Date {
  const endsAt = now.getTime() + REPAIR_QR_MINUTES * MINUTE_MS;
  return new Date(Math.floor(endsAt / 1000) * 1000);
}

/** How long a link is stored. Its order was paid, closed or replaced long before. */
export const LINK_KEPT_DAYS = 180;

export const REPAIR_STATES = [
  'retrying',
  'awaiting_payment',
  'unpaid',
  'pending',
  'paid',
  'given_up',
  'ended',
] as const;
export type RepairState = (typeof REPAIR_STATES)[number];

/** `isNewest`: no newer order of the subscription was begun. `isGivenUp`: the order was given up by a link. */
export interface RepairFacts extends MoneyFacts {
  isNewest: boolean;
  isGivenUp: boolean;
  /** The open attempt of the order; null without one. */
  open: { status: AttemptStatus; source: AttemptSource } | null;
}

/**
 * Returns the state of an order on the page of its repair link. `pending`: the outcome of a charge is not known.
 * `ended`: another order or the end of the subscription replaced the order, so nothing is owed for it.
 */
export function repairState(facts: RepairFacts): RepairState {
  const { orderStatus, subscriptionStatus, isNewest, isGivenUp, open } = facts;
  if (orderStatus === 'paid' || orderStatus === 'refunded') return 'paid';
  if (orderStatus === 'void' && isGivenUp) return 'given_up';
  const isReplaced = !isNewest || (orderStatus === 'unpaid' && subscriptionStatus !== 'inactive');
  if (isReplaced || !isPayable(facts)) return 'ended';
  if (open && isUnresolved(open) && open.status !== 'action_required') return 'pending';
  if (orderStatus === 'unpaid') return 'unpaid';
  return orderStatus === 'charging' ? 'retrying' : 'awaiting_payment';
}

/** Whether an order in this state can be paid or given up by its repair link. */
export function isRepairable(state: RepairState): boolean {
  return state === 'retrying' || state === 'awaiting_payment' || state === 'unpaid';
}

/**
 * Returns the one-tap actions that a reminder offers, until the cut-off of its order. A move by a week must fit before
 * the next order and within the distance that a moved order may have. A free product keeps the box of its order.
 */
export function offeredActions(
  order: { paymentDate: Day; movedFrom: Day | null; nextDate: Day | null; hasFreeProduct: boolean },
  today: Day,
): OneTapAction[] {
  const { paymentDate, nextDate, hasFreeProduct } = order;
  if (today > canSkipUntil(paymentDate)) return [];
  const ahead = nextDate === null ? [order] : [order, { paymentDate: nextDate, movedFrom: null }];
  const canMove = canMoveTo(moveRange(order, ahead, today), movedDate(paymentDate)).allowed;
  return ['skip', ...(canMove ? (['move'] as const) : []), ...(hasFreeProduct ? [] : (['box'] as const))];
}

export const ONE_TAP_STATES = ['open', 'done', 'too_late', 'changed', 'ended'] as const;
export type OneTapState = (typeof ONE_TAP_STATES)[number];

export interface OneTapFacts {
  action: OneTapAction;
  /** The payment date of the order when the link was made. */
  linkedDate: Day;
  /** The day to which the link moves the order; of no meaning for another action. */
  movesTo: Day;
  isUsed: boolean;
  order: { status: OrderStatus; paymentDate: Day };
  isActive: boolean;
  /** Whether the order can have the substitute that the link offers. */
  canSwap: boolean;
}

/** Returns the day to which a one-tap link moves an order that was on `linkedDate` when the link was made. */
export const movedDate = (linkedDate: Day): Day => addDays(linkedDate, MOVE_BY_DAYS);

/** Returns the day to which a stored link moves its order: the chosen one, or a week later. */
export const targetOf = ({ paymentDate, moveTo }: { paymentDate: Day; moveTo: Day | null }): Day =>
  moveTo ?? movedDate(paymentDate);

/** Returns the last day on which the action of a one-tap link is possible. Contents can change until the payment date. */
export const openUntil = (action: OneTapAction, paymentDate: Day): Day =>
  action === 'swap' ? addDays(paymentDate, -1) : canSkipUntil(paymentDate);

/** The last use of a one-tap link: when, and the version of the subscription after it. Null before. */
export interface LinkUse {
  action: LinkAction;
  usedAt: Date | null;
  usedVersion: number | null;
}

/**
 * Returns until when the action of a one-tap link can be taken back without a log-in. Null if it cannot: the link was not
 * used, its minute is over, or the subscription has another version, so that something changed after the action. A
 * substitute is not taken back: the product is sold out.
 */
export function undoUntil({ action, usedAt, usedVersion }: LinkUse, version: number, now: Date): Date | null {
  if (action === 'swap' || usedAt === null || usedVersion !== version) return null;
  const until = new Date(usedAt.getTime() + MINUTE_MS);
  return now <= until ? until : null;
}

/**
 * Returns the state of a one-tap link. `done`: the action was done by this link or in another way. `changed`: the
 * order was moved, skipped or, for a substitute, changed meanwhile, so the action has no meaning any more. `ended`: the order or the
 * subscription ended.
 */
export function oneTapState(facts: OneTapFacts, today: Day): OneTapState {
  const { action, linkedDate, movesTo, isUsed, order, isActive, canSwap } = facts;
  if (isUsed) return 'done';
  const { status, paymentDate } = order;
  if (!isActive || status === 'void' || status === 'missed') return 'ended';
  if (status === 'skipped') return action === 'skip' ? 'done' : 'changed';
  if (action === 'move' && paymentDate !== linkedDate) return paymentDate === movesTo ? 'done' : 'changed';
  if (status !== 'upcoming' || today > openUntil(action, paymentDate)) return 'too_late';
  return action === 'swap' && !canSwap ? 'changed' : 'open';
}
