import type { BoxItem } from '../box';
import type { ConsentPurpose } from '../consent';
import type { Day } from '../day';
import type { Satang } from '../money';
import type { OrderKind, OrderStatus } from '../order';
import type { PointsEntryKind } from '../points';
import type { ProductCode } from '../product';
import type { Epoch } from '../schedule';
import type { PaymentMethod, SubscriptionStatus } from '../subscription';
import type { AttemptChange, KeptMoney, NewPayment, PaymentChange } from './payment-changes';

/** The cause of a change, as the audit stores it. */
export type Cause =
  | 'payment_date_began'
  | 'newer_order_began'
  | 'declined'
  | 'not_sent'
  | 'retries_ended'
  | 'link_expired'
  | 'registration_ended'
  | 'paid'
  | 'refunded'
  | 'method_changed'
  | 'schedule_changed'
  | 'asked_by_subscriber'
  | 'asked_by_operator'
  | 'cancelled'
  | 'reactivated'
  | 'moved_in';

/** A line of an order, with the prices in satang that were fixed for this order. */
export interface OrderLine {
  productCode: ProductCode;
  quantity: number;
  listPrice: Satang;
  unitPrice: Satang;
  linePrice: Satang;
  priceVersion: number;
}

/** The prices of an order in satang, its content and the points it earns. */
export interface OrderPrices {
  listPrice: Satang;
  boxPrice: Satang;
  deliveryFee: Satang;
  codeDiscount: Satang;
  total: Satang;
  points: number;
  code: string | null;
  items: readonly OrderLine[];
}

/** An order to be created. Amounts are in satang. */
export interface NewOrder extends OrderPrices {
  id: string;
  subscriptionId: string;
  accountId: string;
  cycleIndex: number;
  kind: OrderKind;
  status: Extract<OrderStatus, 'upcoming' | 'skipped' | 'charging' | 'awaiting_payment'>;
  paymentDate: Day;
  begunAt: Date | null;
  /** Whether a pause skips the order. */
  paused?: true;
}

/**
 * A status change of an order. `from`: the status when the change was decided. Omitted fields do not change.
 */
export interface OrderChange extends Partial<OrderPrices> {
  id: string;
  from: OrderStatus;
  to: OrderStatus;
  /** Null if the payment date has not begun any more, because the order is back on its planned date. */
  begunAt?: Date | null;
  paidAt?: Date;
  paidOn?: Day;
  paymentDate?: Day;
  cycleIndex?: number;
  /** Whether the payment date changed, so that a new reminder is due. */
  moves?: true;
  refunded?: Satang;
  /** What a bank transfer was short of the price, and the staff accepted as a discount. */
  waived?: Satang;
  freeProductCode?: string | null;
  freeProductPoints?: number;
  /** The planned date of an order that the subscriber moved; null on its planned date. */
  movedFrom?: Day | null;
  /** Whether the order has its own contents, which a change of the box does not touch. */
  ownBox?: boolean;
  /** Whether a pause skips the order. False if it is upcoming or the subscriber skipped it. */
  paused?: boolean;
  /** The date of an order before the subscriber ordered it now; null if it is back on that date. */
  orderedFrom?: Day | null;
  /** Whether the payment of an order that was ordered now restarts the schedule. */
  restarts?: boolean;
  /** The delivery fee that an order that was ordered now takes if it comes back unpaid; null if its fee stays. */
  feeWhenBack?: Satang | null;
}

/** A change of a subscription. The change increases `version` by one. Omitted fields do not change. */
export interface SubscriptionChange {
  id: string;
  version: number;
  from: SubscriptionStatus;
  to: SubscriptionStatus;
  nextIndex?: number;
  paymentDay?: number;
  frequency?: number;
  paymentMethod?: PaymentMethod;
  activatedAt?: Date;
  cancelledAt?: Date | null;
  cancelReason?: string | null;
  cancelComment?: string | null;
  code?: string | null;
  /** The first day after the pause; null ends the pause. */
  pausedUntil?: Day | null;
}

/** The new parcel of a paid order. `checkAt`: the first read of its status. */
export interface NewParcel {
  orderId: string;
  checkAt: Date;
}

/** The delivery address of an account. */
export interface Place {
  accountId: string;
  address: string | null;
  subdistrict: string | null;
  district: string | null;
  province: string | null;
  postalCode: string | null;
}

/** Another person who receives one box. Both fields are null if the subscriber does. */
export interface Recipient {
  recipientName: string | null;
  recipientPhone: string | null;
}

/** The own delivery address of an order. `place` null: the order goes to the account's address. */
export interface OrderPlace {
  orderId: string;
  place: (Omit<Place, 'accountId'> & Recipient) | null;
}

/**
 * A change of a consent: given with this text, or withdrawn (`text` null). A consent that is already given
 * does not change.
 */
export interface ConsentChange {
  accountId: string;
  purpose: ConsentPurpose;
  text: string | null;
}

/** A change of an account's points. */
export interface PointsMovement {
  accountId: string;
  kind: PointsEntryKind;
  /** The idempotency key of the change: an order id, a milestone number or a redemption id. */
  source: string;
  delta: number;
  orderId: string | null;
}

/**
 * All changes of one decision, as data. Only `server/lifecycle` writes these changes to the database. No
 * other module writes a status.
 */
export interface Changes {
  cause: Cause;
  /** The actor of the decision: an account id, or `billing` for the billing run. */
  actor: string;
  orders?: OrderChange[];
  newOrders?: NewOrder[];
  payments?: PaymentChange[];
  newPayments?: NewPayment[];
  subscription?: SubscriptionChange;
  /** The new box of the subscription. */
  box?: readonly BoxItem[];
  /** Epochs to append to the schedule of the subscription. */
  epochs?: readonly Epoch[];
  places?: Place[];
  orderPlaces?: OrderPlace[];
  consents?: ConsentChange[];
  /** Orders whose open payment link and QR codes are closed. */
  links?: { orderId: string; as: 'paid' | 'void' | 'expired' }[];
  attempts?: AttemptChange[];
  money?: KeptMoney[];
  parcels?: NewParcel[];
  points?: PointsMovement[];
  /**
   * Audit entries in addition to the status changes, which are always recorded. They contain no personal
   * data.
   */
  audit?: { what: string; detail?: Record<string, unknown> }[];
}

/**
 * The changes of a part of a decision. `join` combines parts. A cause and an actor complete them to
 * `Changes`.
 */
export type Part = Omit<Changes, 'cause' | 'actor'>;

/**
 * Joins the parts of a decision in the given order. Only one part may change the subscription, and only one
 * its box.
 */
export function join(...parts: readonly Part[]): Part {
  const all = <K extends Exclude<keyof Part, 'subscription' | 'box'>>(key: K) =>
    parts.flatMap((part): readonly unknown[] => part[key] ?? []) as NonNullable<Part[K]>;
  const [subscription, second] = parts.flatMap((part) => part.subscription ?? []);
  if (second) throw new RangeError('two changes of one subscription');
  const box = parts.find((part) => part.box)?.box;
  return {
    orders: all('orders'),
    newOrders: all('newOrders'),
    payments: all('payments'),
    newPayments: all('newPayments'),
    epochs: all('epochs'),
    places: all('places'),
    orderPlaces: all('orderPlaces'),
    consents: all('consents'),
    links: all('links'),
    attempts: all('attempts'),
    money: all('money'),
    parcels: all('parcels'),
    points: all('points'),
    audit: all('audit'),
    ...(subscription ? { subscription } : {}),
    ...(box ? { box } : {}),
  };
}
