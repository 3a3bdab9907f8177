import type { Day } from '@/domain/day';
import type { DocumentLine } from '@/domain/document';
import type { Locale } from '@/domain/locale';
import type { Satang } from '@/domain/money';
import type { ParcelLoss } from '@/domain/parcel';

/** One kind of pack in a box, priced as on its receipt. */
export type MailedItem = DocumentLine;

type PaymentLinkPayload = {
  firstName: string;
  orderId: string;
  total: Satang;
  link: string;
  until: string;
  bank: { accountName: string; bank: string; accountNumber: string; reference: string };
};

/** Every message we send and what it is told. Written as JSON into the outbox, rendered when it is sent. */
export interface MessagePayloads {
  /** Welcome and verification in one. */
  verify_email: { firstName: string; link: string };
  order_paid: {
    firstName: string;
    orderId: string;
    paidOn: Day;
    receiveBy: Day;
    items: MailedItem[];
    /** What points paid for, besides. */
    freeProduct?: Record<Locale, string> | null;
    boxPrice: Satang;
    deliveryFee: Satang;
    codeDiscount: Satang;
    total: Satang;
    /** The VAT that `total` contains. */
    vat: Satang;
    points: number;
    /** null: not paid by card, or nothing was due. */
    paidWith: { brand: string; lastDigits: string } | null;
    nextPaymentDate: Day | null;
    accountUrl: string;
    /** The number of the receipt that goes with it, once it leaves by e-mail. */
    attached?: string;
  };
  payment_failed: {
    firstName: string;
    orderId: string;
    paymentDate: Day;
    total: Satang;
    /** The gateway's failure code. */
    reason: string;
    nextTryOn: Day | null;
    /** This card is not tried again; the ladder waits for another one. */
    needsCard: boolean;
    /** Nothing is tried again unless the person asks; wins over `needsCard` and `nextTryOn`. */
    final: boolean;
    accountUrl: string;
  };
  /** 3-D Secure; `until` is the ISO instant at which the link stops working. */
  action_needed: { firstName: string; orderId: string; total: Satang; link: string; until: string };
  /** A link to pay one order by PromptPay or bank transfer; `until`: the ISO instant at which it stops working. */
  payment_link: PaymentLinkPayload;
  /** The same link, the day before it ends. */
  payment_link_expiring: PaymentLinkPayload;
  /** The parcel has left. `link`: the courier's page of it, or where that is not known the order's own. */
  shipped: {
    firstName: string;
    orderId: string;
    courier: string | null;
    trackingNumber: string | null;
    receiveBy: Day;
    link: string;
    isCourierPage: boolean;
  };
  /** A lost or damaged parcel is sent again, free of charge. `link`: the order's page. */
  parcel_resent: { firstName: string; orderId: string; loss: ParcelLoss; link: string };
  order_reminder: {
    firstName: string;
    orderId: string;
    paymentDate: Day;
    /** The last day on which it can be skipped; null when that day has passed. */
    skipUntil: Day | null;
    total: Satang;
    items: MailedItem[];
    /** What points paid for; its order can't be given another box. Left out by older messages. */
    freeProduct?: Record<Locale, string> | null;
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
  subscription_inactive: {
    firstName: string;
    orderId: string;
    total: Satang;
    /** The gateway's failure code; null when a payment link ran out. */
    reason: string | null;
    accountUrl: string;
  };
  refunded: {
    firstName: string;
    orderId: string;
    refundId: string;
    amount: Satang;
    why: 'duplicate' | 'late' | 'operator' | 'dispute';
    /** The number of the credit note that goes with it, once it leaves by e-mail. */
    attached?: string;
  };
  /**
   * `boxComingBy`: until when a paid box should be there; null when none is on its way. `erasedAfter`: until when a
   * registration without a payment is kept; missing in older messages.
   */
  subscription_cancelled: {
    firstName: string;
    boxComingBy: Day | null;
    points: number;
    erasedAfter?: Day | null;
    accountUrl: string;
  };
  /** `dates`: the next payment dates; `paid`: the first box has just been paid. */
  subscription_reactivated: { firstName: string; dates: Day[]; paid: boolean; accountUrl: string };
  /** Every tenth paid order; `points` come with it, `balance` is what there is with them. `link`: to the rewards. */
  milestone: { firstName: string; orders: number; points: number; balance: number; link: string };
  /** A friend's first order is paid. It says nothing of the friend. */
  referral_rewarded: { firstName: string; points: number; balance: number; link: string };
  /** `code`: the six digits that log in, in the browser that asked, as the link does. */
  magic_link: { firstName: string; link: string; code: string };
  password_reset: { firstName: string; link: string };
  /** `notMeUrl`: undoes the change, here and below. */
  password_changed: { firstName: string; notMeUrl: string };
  /** `link`: to where another is asked for. */
  password_removed: { firstName: string; link: string };
  line_linked: { firstName: string; notMeUrl: string | null };
  /** `notMeUrl` is null where the mailbox's owner had LINE unlinked. */
  line_unlinked: { firstName: string; notMeUrl: string | null };
  /** To the new address, which takes effect when the link is opened. */
  email_change_confirm: { firstName: string; link: string };
  /** To the old address; `notMeUrl` is null if it was never verified. */
  email_changed: { firstName: string; notMeUrl: string | null };
  /** A log-in from a device that the account does not know; `at`: an ISO instant, null names: unknown. */
  new_device: {
    firstName: string;
    at: string;
    browser: string | null;
    system: string | null;
    notMeUrl: string;
  };
  data_exported: { firstName: string; notMeUrl: string };
  /** `eraseOn`: the last day on which a log-in keeps the account. */
  account_dormant: { firstName: string; eraseOn: Day; accountUrl: string };
  /**
   * `boxToCome`: a paid box is still on its way, and we keep where it goes until it is there. `wasDormant`: it was deleted
   * because nobody used it.
   */
  account_deleted: { firstName: string; boxToCome: boolean; wasDormant: boolean };
}

export type MessageKind = keyof MessagePayloads;

/** What LINE never carries: it opens an account, tells of a danger to it, or is about the address itself. */
const EMAIL_ONLY: ReadonlySet<string> = new Set<MessageKind>([
  'verify_email',
  'magic_link',
  'password_reset',
  'password_changed',
  'password_removed',
  'line_linked',
  'line_unlinked',
  'email_change_confirm',
  'email_changed',
  'data_exported',
  'new_device',
  'account_deleted',
]);

/** Whether a kind of message may go by LINE. */
export function mayGoByLine(kind: string): boolean {
  return !EMAIL_ONLY.has(kind);
}
