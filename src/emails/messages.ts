import type { Day } from '@/domain/day';
import type { DocumentLine } from '@/domain/document';
import type { CardProblem } from '@/domain/card';
import type { Locale } from '@/domain/locale';
import type { Satang } from '@/domain/money';
import type { ParcelLoss } from '@/domain/parcel';
import type { OneTapLinks } from './one-tap-links';
import type { StaffPayloads } from './staff-messages';

/** One product in a box, with the prices of its receipt. */
export type MailedItem = DocumentLine;

/** A postal address. */
export type Place = Record<'address' | 'subdistrict' | 'district' | 'province' | 'postalCode', string | null>;

type PaymentLinkPayload = {
  firstName: string;
  orderId: string;
  orderNumber?: number;
  total: Satang;
  link: string;
  until: string;
  bank: { accountName: string; bank: string; accountNumber: string; reference: string };
  /** The date to which an order that was sent now returns unless it is paid; missing for other orders. */
  backOn?: Day;
};

/**
 * The payload of every message. Payloads are stored as JSON in the outbox. They are rendered when the message
 * is sent. `orderNumber`: undefined until then.
 */
export interface MessagePayloads extends StaffPayloads {
  /** The welcome message, which also verifies the e-mail address. */
  verify_email: { firstName: string; link: string };
  order_paid: {
    firstName: string;
    orderId: string;
    orderNumber?: number;
    paidOn: Day;
    receiveBy: Day;
    items: MailedItem[];
    /** The product that was paid with points. */
    freeProduct?: Record<Locale, string> | null;
    boxPrice: Satang;
    deliveryFee: Satang;
    codeDiscount: Satang;
    total: Satang;
    /** The VAT that `total` contains. */
    vat: Satang;
    points: number;
    /** The charged card; null if the order was not paid by card or nothing was due. */
    paidWith: { brand: string; lastDigits: string } | null;
    nextPaymentDate: Day | null;
    accountUrl: string;
    /** The number of the attached receipt. Undefined until the message is sent by e-mail. */
    attached?: string;
  };
  payment_failed: {
    firstName: string;
    orderId: string;
    orderNumber?: number;
    paymentDate: Day;
    /** The amount that was not charged. */
    total: Satang;
    /** The total of the order after a change of its address; missing if it stays. */
    newTotal?: Satang;
    /** The gateway's failure code. */
    reason: string;
    nextTryOn: Day | null;
    /** Whether the subscriber needs another card: the declined card is not charged again. */
    needsCard: boolean;
    /** Whether no automatic charge follows. Takes precedence over `needsCard` and `nextTryOn`. */
    final: boolean;
    /** The date to which an order that was sent now has returned. Takes precedence over the other fields. */
    backOn?: Day;
    /**
     * The link that repairs the payment without a log-in. Null if nothing is owed or the order is no renewal; missing
     * once sent.
     */
    fixLink?: string | null;
    accountUrl: string;
  };
  /**
   * A request to confirm a payment by 3-D Secure. `fixLink`: the page that leads to the bank without a log-in; missing
   * once sent. `until`: the ISO instant at which the confirmation expires.
   */
  action_needed: {
    firstName: string;
    orderId: string;
    orderNumber?: number;
    total: Satang;
    fixLink?: string | null;
    accountUrl: string;
    until: string;
    /** The number of this request for the order: 1 for the first. */
    request: number;
    /** Whether the subscription stops if this request is not confirmed. */
    last: boolean;
  };
  /**
   * A link to pay one order by PromptPay or bank transfer. `until`: the ISO instant at which the link
   * expires.
   */
  payment_link: PaymentLinkPayload;
  /** A reminder of the same link, one day before it expires. */
  payment_link_expiring: PaymentLinkPayload;
  /**
   * The parcel was shipped. `link`: the tracking page of the courier or, if unknown, the page of the order.
   */
  shipped: {
    firstName: string;
    orderId: string;
    orderNumber?: number;
    courier: string | null;
    trackingNumber: string | null;
    receiveBy: Day;
    link: string;
    isCourierPage: boolean;
  };
  /**
   * The answer to a button that was tapped in LINE. `result`: what happened; `movedTo`: the new payment date of the
   * order after a move.
   */
  order_action: {
    firstName: string;
    orderId: string;
    orderNumber?: number;
    action: 'skip' | 'move' | 'box';
    result: 'done' | 'too_late' | 'not_possible';
    paymentDate: Day;
    movedTo: Day | null;
    accountUrl: string;
  };
  /**
   * A paid box has not left for days. `next`: the next order; null without one. `skipUntil`: null when it is too late to
   * skip it. `waits`: whether it waits for days until this box has left. `skipLink`: skips it; missing once sent.
   */
  box_late: {
    firstName: string;
    orderId: string;
    orderNumber?: number;
    paidOn: Day;
    next: { paymentDate: Day; skipUntil: Day | null; waits: boolean } | null;
    skipLink?: string;
    accountUrl: string;
  };
  /**
   * An order was ended without a payment, because a newer order began. `why`: it was never charged ('missed'), or its
   * payment was still open ('replaced'). `nextDate`: the payment date of the newer order.
   */
  order_left_out: {
    firstName: string;
    orderId: string;
    orderNumber?: number;
    why: 'missed' | 'replaced';
    paymentDate: Day;
    nextDate: Day;
    accountUrl: string;
  };
  /** A lost or damaged parcel is sent again, free of charge. `link`: the page of the order. */
  parcel_resent: { firstName: string; orderId: string; orderNumber?: number; loss: ParcelLoss; link: string };
  order_reminder: {
    firstName: string;
    orderId: string;
    orderNumber?: number;
    paymentDate: Day;
    /** The last day on which the order can be skipped; null when that day has passed. */
    skipUntil: Day | null;
    /** The links that change the order with one tap; missing after their cut-off and once sent. */
    oneTap?: OneTapLinks;
    total: Satang;
    items: MailedItem[];
    /** The product that was paid with points. Undefined in older messages. */
    freeProduct?: Record<Locale, string> | null;
    /** How the order is paid. `card`: the card to be charged; null without one. `problem`: why it will fail. */
    paidBy:
      | { method: 'offline' }
      | { method: 'card'; card: { brand: string; lastDigits: string } | null; problem: CardProblem | null };
    /** Where the parcel goes; missing without an address and once sent. */
    place?: Place;
    accountUrl: string;
  };
  /**
   * A higher price of the box with delivery. `firstDate`: the first payment date with the new total. Totals are in
   * satang.
   */
  price_notice: {
    firstName: string;
    firstDate: Day;
    oldTotal: Satang;
    newTotal: Satang;
    accountUrl: string;
  };
  card_expiring: {
    firstName: string;
    brand: string;
    lastDigits: string;
    expiryMonth: number;
    expiryYear: number;
    expired: boolean;
    paymentDate: Day | null;
    accountUrl: string;
  };
  /** A card was added to the account. `link`: the page of the cards. */
  card_added: { firstName: string; brand: string; lastDigits: string; link: string };
  /**
   * The subscription stops soon unless an owed order is paid. `payUntil`: the last day on which it can be paid.
   * `lastTryOn`: the day of the last charge; null if the card is not charged again.
   */
  subscription_ending: {
    firstName: string;
    orderId: string;
    orderNumber?: number;
    paymentDate: Day;
    total: Satang;
    /** The failure code of the last charge; null without one. */
    reason: string | null;
    payUntil: Day;
    lastTryOn: Day | null;
    /** The link that pays the order without a log-in; null while a dispute holds all charges; missing once sent. */
    fixLink?: string | null;
    accountUrl: string;
  };
  /** The subscription has stopped. `points`: the balance after the return of held points. */
  subscription_inactive: {
    firstName: string;
    orderId: string;
    orderNumber?: number;
    total: Satang;
    /** The gateway's failure code; null when a payment link expired. */
    reason: string | null;
    points: number;
    /** The link that pays the order without a log-in; null while a dispute holds all charges; missing once sent. */
    fixLink?: string | null;
    accountUrl: string;
  };
  refunded: {
    firstName: string;
    orderId: string;
    orderNumber?: number;
    refundId: string;
    amount: Satang;
    why: 'duplicate' | 'late' | 'operator' | 'dispute';
    /** The number of the attached credit note. Undefined until the message is sent by e-mail. */
    attached?: string;
  };
  /** A refund was corrected, because the bank decided the disputed payment for the shop. `points`: those given back. */
  refund_corrected: {
    firstName: string;
    orderId: string;
    orderNumber?: number;
    refundId: string;
    amount: Satang;
    points: number;
    accountUrl: string;
    /** The number of the attached debit note. Undefined until the message is sent by e-mail. */
    attached?: string;
  };
  /**
   * `boxComingBy`: the latest delivery day of a paid box; null when no box is being delivered. `erasedAfter`:
   * the last day on which an unpaid registration is stored; missing in older messages.
   */
  subscription_cancelled: {
    firstName: string;
    boxComingBy: Day | null;
    points: number;
    erasedAfter?: Day | null;
    accountUrl: string;
  };
  /** `dates`: the next payment dates. `paid`: whether the first box was paid immediately. */
  subscription_reactivated: { firstName: string; dates: Day[]; paid: boolean; accountUrl: string };
  /**
   * Sent for every tenth paid order. `balance` includes the new `points`. `link`: the page of the rewards.
   */
  milestone: {
    firstName: string;
    orders: number;
    points: number;
    balance: number;
    link: string;
    /** The page that stops optional messages; missing until the message is sent by e-mail. */
    unsubscribeLink?: string;
  };
  /** Sent when the first order of a referred subscriber is paid. It does not identify that subscriber. */
  referral_rewarded: {
    firstName: string;
    points: number;
    balance: number;
    link: string;
    unsubscribeLink?: string;
  };
  /** `code`: the six digits that log in, in the browser in which the link was requested. */
  magic_link: { firstName: string; link: string; code: string };
  password_reset: { firstName: string; link: string };
  /** `notMeUrl`: the page that undoes the change. It has this meaning in all following messages. */
  password_changed: { firstName: string; notMeUrl: string };
  /** `link`: the page on which to request a new password. */
  password_removed: { firstName: string; link: string };
  line_linked: { firstName: string; notMeUrl: string | null };
  /** `notMeUrl` is null if LINE was unlinked with a link from the owner's mailbox. */
  line_unlinked: { firstName: string; notMeUrl: string | null };
  passkey_added: { firstName: string; notMeUrl: string | null };
  /** `notMeUrl` is null if the passkey was removed with a link from the owner's mailbox. */
  passkey_removed: { firstName: string; notMeUrl: string | null };
  /** Sent to the new address. The change takes effect when the link is opened. */
  email_change_confirm: { firstName: string; link: string };
  /** Sent to the old address. `notMeUrl` is null if the old address was never verified. */
  email_changed: { firstName: string; notMeUrl: string | null };
  /** A log-in from an unknown device. `at`: an ISO instant. A null `browser` or `system` is unknown. */
  new_device: {
    firstName: string;
    at: string;
    browser: string | null;
    system: string | null;
    notMeUrl: string;
  };
  data_exported: { firstName: string; notMeUrl: string };
  /** `eraseOn`: the last day on which a log-in prevents the deletion. */
  account_dormant: { firstName: string; eraseOn: Day; accountUrl: string };
  /**
   * `boxToCome`: a paid box is being delivered; its postal address is stored until the delivery.
   * `wasDormant`: the account was deleted because it was not used.
   */
  account_deleted: { firstName: string; boxToCome: boolean; wasDormant: boolean };
}

export type MessageKind = keyof MessagePayloads;
