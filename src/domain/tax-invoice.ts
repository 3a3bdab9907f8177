import { addMonths, type Day } from './day';
import { allow, refuse, type Verdict } from './errors';
import type { Satang } from './money';

/** The branch number of a head office in the register of VAT. */
export const HEAD_OFFICE = '00000';
export const BRANCH_PATTERN = /^\d{5}$/;
/** The maximum lengths with which a tax invoice fits on one page. */
export const BUYER_NAME_MAX = 120;
export const BUYER_ADDRESS_MAX = 200;
/** The characters of a buyer's name and address that the fonts of the documents have: Latin-1, Thai, quotes, dashes. */
export const PRINTABLE_PATTERN = /^[ -~\u00a0-\u00ff\u0e01-\u0e3a\u0e3f-\u0e5b‘’“”–—]*$/;
/** How long after its payment an order can get a tax invoice, in months. */
const REQUEST_MONTHS = 6;

/** The buyer on a tax invoice. `branch`: null for a person; HEAD_OFFICE or the number of a branch for a company. */
export interface Buyer {
  name: string;
  address: string;
  /** 13 digits. */
  taxId: string;
  branch: string | null;
}

/**
 * Whether a text is a Thai tax id: 13 digits, the last of which is the check digit of the others (modulus 11, weights
 * 13 to 2). The ids of persons and of companies have the same check digit.
 */
export function isTaxId(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false;
  const digits = [...text].map(Number);
  const sum = digits.slice(0, 12).reduce((total, digit, at) => total + digit * (13 - at), 0);
  return digits[12] === (11 - (sum % 11)) % 10;
}

export function isSameBuyer(a: Buyer, b: Buyer): boolean {
  return a.name === b.name && a.address === b.address && a.taxId === b.taxId && a.branch === b.branch;
}

/** An order with the facts that a tax invoice needs. */
export interface TaxInvoiceFacts {
  /** Whether the seller is registered for VAT today. */
  isVatRegistered: boolean;
  /** Null for an unpaid order. */
  paidOn: Day | null;
  total: Satang;
  /** The VAT id on the receipt; null without a receipt and on a receipt that is no abbreviated tax invoice. */
  receiptVatId: string | null;
  /** Whether a refund of the order was requested, in whole or part. A failed refund does not count. */
  hasRefund: boolean;
}

/** Returns the last day on which an order paid on a day can get a tax invoice. */
export function lastRequestDay(paidOn: Day): Day {
  return addMonths(paidOn, REQUEST_MONTHS);
}

/**
 * Whether the receipt of an order can be replaced by a tax invoice. Refuses with TAX_INVOICE_NOT_POSSIBLE or
 * TAX_INVOICE_TOO_LATE.
 */
export function canRequestTaxInvoice(facts: TaxInvoiceFacts, { today }: { today: Day }): Verdict {
  const { isVatRegistered, paidOn, total, receiptVatId, hasRefund } = facts;
  if (!isVatRegistered || paidOn === null || total === 0 || receiptVatId === null || hasRefund)
    return refuse('TAX_INVOICE_NOT_POSSIBLE');
  return today > lastRequestDay(paidOn) ? refuse('TAX_INVOICE_TOO_LATE') : allow;
}
