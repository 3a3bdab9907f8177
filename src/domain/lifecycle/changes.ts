import type { Day } from '../day';
import type { Satang } from '../money';
import type { OrderStatus } from '../order';
import type { AttemptStatus, PaymentStatus } from '../payment';
import type { PointsEntryKind } from '../points';
import type { ProductCode } from '../product';
import type { OrderKind } from '../settlement';
import type { PaymentMethod, SubscriptionStatus } from '../subscription';

/** Why something changes, as the audit says it. */
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

/** What an order costs, in satang, what it contains, and the points that it earns. */
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

/** An order to be written. */
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

/** An order's step, from the status that it was decided on. What is left out stays as it is. */
export interface OrderChange extends Partial<OrderPrices> {
  id: string;
  from: OrderStatus;
  to: OrderStatus;
  begunAt?: Date;
  paidAt?: Date;
  paidOn?: Day;
  paymentDate?: Day;
  cycleIndex?: number;
  /** Its date is another one: it is reminded of anew. */
  moves?: true;
  refunded?: Satang;
  freeProductCode?: string | null;
  freeProductPoints?: number;
}

/** What changes of an order's payment; nothing where the order has none. What is left out stays as it is. */
export interface PaymentChange {
  orderId: string;
  status?: PaymentStatus;
  method?: PaymentMethod;
  amount?: Satang;
  reason?: string | null;
  /** When the next automatic charge or link is due; null: none is. */
  dueAt?: Date | null;
  givesUpAt?: Date | null;
  rungsUsed?: number;
}

/** The payment of an order whose payment date begins, in satang. */
export interface NewPayment {
  orderId: string;
  accountId: string;
  method: PaymentMethod;
  amount: Satang;
  dueAt: Date | null;
}

/** A subscription's step; its version grows by one from `version`. What is left out stays as it is. */
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

/** A charge attempt's end, from the status that it was decided on. */
export interface AttemptChange {
  id: string;
  from: AttemptStatus;
  to: AttemptStatus;
  chargeId: string | null;
  reason: string | null;
  closedAt: Date;
  /** When the gateway is asked once more; null: never. */
  checkAt: Date | null;
  sentAt: Date;
  network: null;
}

/** Money that an order keeps, in satang. */
export interface KeptMoney {
  provider: 'omise' | 'bank';
  providerRef: string;
  orderId: string;
  attemptId: string | null;
  amount: Satang;
  paidAt: Date;
}

/** The parcel of a paid order, and when it is first looked at. */
export interface NewParcel {
  orderId: string;
  checkAt: Date;
}

/** A movement of an account's points. */
export interface PointsMovement {
  accountId: string;
  kind: PointsEntryKind;
  /** What makes this movement count once: an order's id, a milestone's number, a redemption's id. */
  source: string;
  delta: number;
  orderId: string | null;
}

/** Everything that one decision changes, as data. `server/lifecycle` writes it, and nothing else writes a status. */
export interface Changes {
  cause: Cause;
  /** Who: an account, or `billing`. */
  actor: string;
  orders?: OrderChange[];
  newOrders?: NewOrder[];
  payments?: PaymentChange[];
  newPayments?: NewPayment[];
  subscription?: SubscriptionChange;
  /** Orders whose open payment link and QR codes close. */
  links?: { orderId: string; as: 'paid' | 'void' | 'expired' }[];
  attempts?: AttemptChange[];
  money?: KeptMoney[];
  parcels?: NewParcel[];
  points?: PointsMovement[];
  /** What the audit says beside the steps, which it names by itself; nothing personal. */
  audit?: { what: string; detail?: Record<string, unknown> }[];
}

/** A part of a decision, to be joined with others under one cause. */
export type Part = Omit<Changes, 'cause' | 'actor'>;

/** Joins parts of a decision in the order given; at most one of them changes the subscription. */
export function join(...parts: readonly Part[]): Part {
  const all = <K extends Exclude<keyof Part, 'subscription'>>(key: K) =>
    parts.flatMap((part): unknown[] => part[key] ?? []) as NonNullable<Part[K]>;
  const [subscription, second] = parts.flatMap((part) => part.subscription ?? []);
  if (second) throw new RangeError('two changes of one subscription');
  return {
    orders: all('orders'),
    newOrders: all('newOrders'),
    payments: all('payments'),
    newPayments: all('newPayments'),
    links: all('links'),
    attempts: all('attempts'),
    money: all('money'),
    parcels: all('parcels'),
    points: all('points'),
    audit: all('audit'),
    ...(subscription ? { subscription } : {}),
  };
}
