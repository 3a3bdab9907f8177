import type { AcceptedOffer } from '../cancel-offer';
import type { BoxItem } from '../box';
import type { Day } from '../day';
import { refuse, type ErrorDetails, type Verdict } from '../errors';
import type { ErrorCode } from '../error-kinds';
import type { OrderPlace, Part, Place } from '../lifecycle/changes';
import type { SubscriptionFacts } from '../lifecycle/subscriptions';
import type { Satang } from '../money';
import type { Reschedule, ScheduledOrder } from '../reschedule';
import type { Epoch } from '../schedule';

/** A delivery address without its account. */
export type Street = Omit<Place, 'accountId'>;

/** An order with the fields that changes of a plan need. Amounts are in satang. */
export interface PlanOrder extends ScheduledOrder {
  ownBox: boolean;
  place: OrderPlace['place'];
  isTaken: boolean;
  items: BoxItem[];
  boxPrice: Satang;
  deliveryFee: Satang;
  codeDiscount: Satang;
  orderedFrom: Day | null;
}

/** The facts of a change. They were read after the subscription was locked. */
export interface PlanFacts {
  now: Date;
  subscription: SubscriptionFacts & {
    accountId: string;
    frequency: number;
    paymentDay: number;
    nextIndex: number;
    pausedUntil: Day | null;
  };
  subscriber: { account: Street; box: BoxItem[]; epochs: Epoch[]; orders: PlanOrder[] };
}

/** A new schedule, and the fields of the subscription that cause it. */
export interface NewSchedule {
  plan: Reschedule;
  requested: { frequency: number; paymentDay?: number } | { paymentDay: number };
}

/** A change of a plan with its consequences, as data. */
export interface PlanChange {
  /** The detail of the audit event; it must not contain personal data. */
  detail: Record<string, unknown>;
  changes: Part;
  schedule?: NewSchedule;
  /** Orders on new dates, whose reminder may be due already. */
  near?: { id: string; paymentDate: Day }[];
  /** The offer that the change accepts, instead of a cancellation. */
  accepted?: AcceptedOffer;
}

export type Refusal = Extract<Verdict, { allowed: false }> & { details?: ErrorDetails };

/** A change, a refusal, or null if nothing changes. */
export type Decision = PlanChange | Refusal | null;

/** Returns the order that a change names, or the refusal ORDER_NOT_FOUND, also for an order of another account. */
export function orderOf(
  { subscriber: { orders } }: PlanFacts,
  orderId: string,
  rule: (order: PlanOrder) => Verdict,
): { order: PlanOrder } | Refusal {
  const order = orders.find(({ id }) => id === orderId);
  if (!order) return refused('ORDER_NOT_FOUND', { orderId });
  const verdict = rule(order);
  return verdict.allowed ? { order } : verdict;
}

export function refused(code: ErrorCode, details: ErrorDetails): Refusal {
  return { ...(refuse(code) as Refusal), details };
}
