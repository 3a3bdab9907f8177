import type { BoxItem } from '../box';
import type { ConsentPurpose } from '../consent';
import type { Day } from '../day';
import type { Satang } from '../money';
import type { OrderKind, OrderStatus } from '../order';
import type { AttemptStatus, PaymentStatus } from '../payment';
import type { PointsEntryKind } from '../points';
import type { ProductCode } from '../product';
import type { Epoch } from '../schedule';
import type { PaymentMethod, SubscriptionStatus } from '../subscription';

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
  | 'reactivated';

/** A line of an order at its frozen prices, in satang. */
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

/** A new order. */
export interface NewOrder extends OrderPrices {
  id: string;
  subscriptionId: string;
  accountId: string;
  cycleIndex: number;
  kind: OrderKind;
  status: Extract<OrderStatus, 'upcoming' | 'skipped' | 'charging' | 'awaiting_payment'>;
  paymentDate: Day;
  begunAt: Date | null;
}

/** A status change of an order, from the status at the decision. Omitted fields stay as they are. */
export interface OrderChange extends Partial<OrderPrices> {
  id: string;
  from: OrderStatus;
  to: OrderStatus;
  begunAt?: Date;
  paidAt?: Date;
  paidOn?: Day;
  paymentDate?: Day;
  cycleIndex?: number;
  /** The payment date changed, so a new reminder is due. */
  moves?: true;
  refunded?: Satang;
  freeProductCode?: string | null;
  freeProductPoints?: number;
}

/** A change of an order's payment; ignored when the order has none. Omitted fields stay as they are. */
export interface PaymentChange {
  orderId: string;
  status?: PaymentStatus;
  method?: PaymentMethod;
  amount?: Satang;
  reason?: string | null;
  /** When the next automatic charge or link is due; null for none. */
  dueAt?: Date | null;
  givesUpAt?: Date | null;
  rungsUsed?: number;
}

/** The payment of an order whose payment date has begun, in satang. */
export interface NewPayment {
  orderId: string;
  accountId: string;
  method: PaymentMethod;
  amount: Satang;
  dueAt: Date | null;
}

/** A change of a subscription; its version becomes `version` + 1. Omitted fields stay as they are. */
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
}

/** The end of a charge attempt, from the status at the decision. */
export interface AttemptChange {
  id: string;
  from: AttemptStatus;
  to: AttemptStatus;
  chargeId: string | null;
  reason: string | null;
  closedAt: Date;
  /** When the gateway is read once more; null for never. */
  checkAt: Date | null;
  sentAt: Date;
  network: null;
}

/** A captured payment of an order, in satang. */
export interface KeptMoney {
  provider: 'omise' | 'bank';
  providerRef: string;
  orderId: string;
  attemptId: string | null;
  amount: Satang;
  paidAt: Date;
}

/** The parcel of a paid order, and when its status is first read. */
export interface NewParcel {
  orderId: string;
  checkAt: Date;
}

/** Where an account's boxes go. */
export interface Place {
  accountId: string;
  address: string | null;
  subdistrict: string | null;
  district: string | null;
  province: string | null;
  postalCode: string | null;
}

/** A consent given to a text, or withdrawn (null). A consent already in force stays as it is. */
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

/** All changes of one decision, as data. Only `server/lifecycle` writes them, and nothing else writes a status. */
export interface Changes {
  cause: Cause;
  /** An account id, or `billing`. */
  actor: string;
  orders?: OrderChange[];
  newOrders?: NewOrder[];
  payments?: PaymentChange[];
  newPayments?: NewPayment[];
  subscription?: SubscriptionChange;
  /** The subscription's box from now on. */
  box?: readonly BoxItem[];
  /** Appended to its schedule. */
  epochs?: readonly Epoch[];
  places?: Place[];
  consents?: ConsentChange[];
  /** Orders whose open payment link and QR codes are closed. */
  links?: { orderId: string; as: 'paid' | 'void' | 'expired' }[];
  attempts?: AttemptChange[];
  money?: KeptMoney[];
  parcels?: NewParcel[];
  points?: PointsMovement[];
  /** Audit entries beside the status changes, which are recorded anyway; without personal data. */
  audit?: { what: string; detail?: Record<string, unknown> }[];
}

/** A part of a decision, to be joined with others under one cause. */
export type Part = Omit<Changes, 'cause' | 'actor'>;

/** Joins parts of a decision in the given order. At most one of them changes the subscription, and its box. */
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
