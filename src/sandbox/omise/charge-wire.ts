import { appOf } from './apps';
import { disputeWire } from './disputes-wire';
import type { ChargeRecord, RefundRecord, SourceRecord } from './records';
import { cardWire, FIRST_PAGE, iso, linkedAccountWire, listWire, type Wire } from './wire';

export interface Bases {
  /** Base URL of the API, `…/omise/api`. */
  api: string;
  /** Base URL of the pages, `…/omise`. */
  pages: string;
  /** Whether the API refunds PromptPay payments. This depends on the merchant's contract. */
  promptpayRefundable: boolean;
}

/** Returns the page on which the payer confirms a charge: the bank's page, or the app; null without one. */
export function authorizeUriOf(charge: ChargeRecord, pages: string): string | null {
  if (charge.secured) return `${pages}/3ds/${charge.id}`;
  return appOf(charge.source) ? `${pages}/app/${charge.id}` : null;
}

/**
 * Whether the kind of payment can be refunded: a card, TrueMoney, and a QR code by contract. Thai banks refund no
 * payment in their apps or of a linked account.
 */
export function isKindRefundable(
  { source, linkedAccount }: ChargeRecord,
  { promptpayRefundable }: Bases,
): boolean {
  if (linkedAccount) return false;
  if (source === null || source.app === 'truemoney_jumpapp') return true;
  return source.app === undefined && promptpayRefundable;
}

const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));

function scannableCode(source: SourceRecord, chargeId: string, apiBase: string): Wire {
  const location = `/charges/${chargeId}/documents/${source.documentId}`;
  return {
    object: 'barcode',
    type: 'qr',
    image: {
      object: 'document',
      id: source.documentId,
      livemode: false,
      location,
      deleted: false,
      filename: 'qrcode.svg',
      kind: 'qr',
      download_uri: `${apiBase}${location}/downloads/${source.id.slice(-19)}`,
      created_at: iso(source.createdAt),
    },
  };
}

/**
 * Returns a source in the format of the API.
 * @param charge the charge of the source; null: there is no QR code yet
 */
export function sourceWire(source: SourceRecord, charge: ChargeRecord | null, apiBase: string): Wire {
  return {
    object: 'source',
    id: source.id,
    livemode: false,
    location: `/sources/${source.id}`,
    amount: source.amount,
    currency: 'THB',
    type: source.app ?? 'promptpay',
    flow: source.app ? 'app_redirect' : 'offline',
    charge_status: charge?.status ?? 'unknown',
    platform_type: source.platform ?? null,
    scannable_code: charge === null || source.app ? null : scannableCode(source, charge.id, apiBase),
    email: null,
    name: null,
    phone_number: null,
    barcode: null,
    bank: null,
    references: null,
    installment_term: null,
    store_id: null,
    store_name: null,
    terminal_id: null,
    zero_interest_installments: null,
    items: [],
    created_at: iso(source.createdAt),
  };
}

export function refundWire(refund: RefundRecord, chargeId: string): Wire {
  return {
    object: 'refund',
    id: refund.id,
    location: `/charges/${chargeId}/refunds/${refund.id}`,
    livemode: false,
    voided: false,
    currency: 'THB',
    amount: refund.amount,
    metadata: refund.metadata,
    charge: chargeId,
    capture: null,
    terminal: null,
    transaction: refund.transaction,
    status: 'closed',
    funding_amount: refund.amount,
    funding_currency: 'THB',
    created_at: iso(refund.createdAt),
    acquirer_reference_number: null,
    approval_code: null,
  };
}

/** Fees in hundredths of a percent, without VAT. */
const CARD_FEE = 365;
const QR_FEE = 165;
const VAT = 700;

/** Returns a part of an amount in satang, rounded half up. @param share in hundredths of a percent */
const shareOf = (amount: number, share: number) => Math.floor((amount * share + 5_000) / 10_000);

/**
 * Returns the gateway's fee and VAT. A pending PromptPay charge already has a fee, a pending card charge does
 * not.
 */
export function fees(charge: ChargeRecord): { fee: number; fee_vat: number; net: number; rate: string } {
  const share = charge.source === null ? CARD_FEE : QR_FEE;
  const isDue = charge.paidAt !== null || (charge.source !== null && charge.status === 'pending');
  const fee = isDue ? shareOf(charge.amount, share) + (charge.feeOff?.fee ?? 0) : 0;
  const vat = shareOf(fee, VAT) + (charge.feeOff?.vat ?? 0);
  return { fee, fee_vat: vat, net: charge.amount - fee - vat, rate: (share / 100).toFixed(2) };
}

export const refundedAmount = (charge: ChargeRecord): number =>
  charge.refunds.reduce((sum, refund) => sum + refund.amount, 0);

function chargeFlags(charge: ChargeRecord, refundable: boolean): Wire {
  const paid = charge.status === 'successful';
  return {
    authorized: paid,
    capturable: false,
    capture: true,
    disputable: paid && charge.card !== null && charge.dispute === undefined,
    refundable,
    partially_refundable: refundable,
    reversed: charge.status === 'reversed',
    reversible: false,
    voided: false,
    paid,
    expired: charge.status === 'expired',
    multi_capture: false,
    can_perform_void: false,
    zero_interest_installments: false,
  };
}

/** Whether a charge has a dispute that was not won. Such a charge cannot be refunded. */
const isQuestioned = ({ dispute }: ChargeRecord) => dispute !== undefined && dispute.status !== 'won';

/** Returns a charge in the format of the API. @param bases base URLs of 3-D Secure pages and QR codes */
export function chargeWire(charge: ChargeRecord, bases: Bases, nowMs: number): Wire {
  const { fee, fee_vat, net, rate } = fees(charge);
  const refunded = refundedAmount(charge);
  const location = `/charges/${charge.id}`;
  const paid = charge.status === 'successful';
  const refunds = charge.refunds.map((refund) => refundWire(refund, charge.id));
  return {
    object: 'charge',
    id: charge.id,
    location,
    livemode: false,
    amount: charge.amount,
    authorized_amount: charge.amount,
    captured_amount: paid ? charge.amount : 0,
    net,
    fee,
    fee_vat,
    interest: 0,
    interest_vat: 0,
    funding_amount: charge.amount,
    funding_currency: 'THB',
    refunded_amount: refunded,
    currency: charge.currency,
    transaction_fees: { fee_flat: '0.0', fee_rate: rate, vat_rate: '7.0' },
    platform_fee: { fixed: null, amount: null, percentage: null },
    ip: charge.ip,
    refunds: listWire(refunds, refunds.length, `${location}/refunds`, FIRST_PAGE, nowMs),
    link: null,
    description: charge.description,
    metadata: charge.metadata,
    card: charge.card === null ? null : cardWire(charge.card, null),
    source: charge.source === null ? null : sourceWire(charge.source, charge, bases.api),
    schedule: null,
    linked_account: charge.linkedAccount ? linkedAccountWire(charge.linkedAccount, bases.pages) : null,
    customer: charge.customer,
    dispute: charge.dispute === undefined ? null : disputeWire(charge.dispute, charge.id),
    transaction: charge.transaction,
    recurring_reason: charge.recurringReason,
    transaction_indicator: charge.transactionIndicator,
    failure_code: charge.failureCode,
    failure_message: charge.failureMessage,
    merchant_advice: null,
    merchant_advice_code: null,
    status: charge.status,
    authorize_uri: authorizeUriOf(charge, bases.pages),
    return_uri: charge.returnUri,
    created_at: iso(charge.createdAt),
    paid_at: isoOrNull(charge.paidAt),
    authorized_at: isoOrNull(charge.paidAt),
    expires_at: iso(charge.expiresAt),
    expired_at: isoOrNull(charge.expiredAt),
    reversed_at: isoOrNull(charge.reversedAt ?? null),
    ...chargeFlags(
      charge,
      paid && !isQuestioned(charge) && refunded < charge.amount && isKindRefundable(charge, bases),
    ),
    branch: null,
    terminal: null,
    device: null,
    approval_code: null,
  };
}
