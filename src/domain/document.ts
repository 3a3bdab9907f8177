import type { Day } from './day';
import type { Locale } from './locale';
import type { Satang } from './money';
import { containedVat } from './price';
import type { PaymentMethod } from './subscription';
import type { Buyer } from './tax-invoice';

export const DOCUMENT_KINDS = ['receipt', 'credit_note', 'debit_note', 'tax_invoice'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

const LETTERS: Record<DocumentKind, string> = {
  receipt: 'R',
  credit_note: 'C',
  debit_note: 'D',
  tax_invoice: 'T',
};
const DIGITS = 6;
/** The maximum number of digits in a document number, as in the database column. */
const DIGITS_MAX = 9;
const FORM = new RegExp(`^([RCDT])-\\d{4}-(\\d{${DIGITS},${DIGITS_MAX}})$`);

/** The seller named on a document. A seller with a `vatId` (13 digits) issues tax documents. */
export interface Seller {
  name: string;
  address: string | null;
  vatId: string | null;
  /** The number of the seller's branch; only on a tax invoice and its credit notes. */
  branch?: string;
}

/**
 * A product on a document. `unitPrice` is the price of one pack. `linePrice` is the price of all packs,
 * rounded once.
 */
export interface DocumentLine {
  name: Record<Locale, string>;
  quantity: number;
  unitPrice: Satang;
  /** Missing on older documents: their line price is packs × unit price. */
  linePrice?: Satang;
}

export function amountOf({ quantity, unitPrice, linePrice }: Omit<DocumentLine, 'name'>): Satang {
  return linePrice ?? unitPrice * quantity;
}

/**
 * The content of a receipt without its number, day and amount. It does not change after the issue and
 * contains no personal data.
 */
export interface ReceiptContent {
  seller: Seller;
  paidOn: Day;
  /** The payment method; null when nothing was due. */
  paidBy: PaymentMethod | null;
  lines: DocumentLine[];
  /** The product redeemed with points. */
  freeProduct: Record<Locale, string> | null;
  boxPrice: Satang;
  deliveryFee: Satang;
  codeDiscount: Satang;
  /** What a bank transfer was short, and was accepted as a discount; missing for none. */
  waived?: Satang;
  /** The amount without VAT. */
  net: Satang;
}

/** The printed number and the day of another document. */
export interface DocumentReference {
  number: string;
  issuedOn: Day;
}

/** The content of a tax invoice: the content of the receipt that it replaces, and which receipt that is. */
export interface TaxInvoiceContent extends ReceiptContent {
  replaces: DocumentReference;
}

/** The content of a credit note without its number, day and amount. */
export interface CreditNoteContent {
  seller: Seller;
  refundedOn: Day;
  /** The receipt, or the tax invoice that replaced it, that the credit note corrects. */
  receipt: DocumentReference & { amount: Satang };
  /** The remaining paid amount before and after this refund. */
  before: Satang;
  after: Satang;
  net: Satang;
}

/**
 * The content of a debit note without its number, day and amount: the refund of a credit note did not take place after
 * all. `before` and `after`: the remaining paid amount before and after this correction.
 */
export interface DebitNoteContent extends Omit<CreditNoteContent, 'refundedOn'> {
  correctedOn: Day;
  creditNote: DocumentReference;
}

export type DocumentContent = ReceiptContent | TaxInvoiceContent | CreditNoteContent | DebitNoteContent;

/**
 * An issued document. Amounts are in satang. `amount` includes `vat`. `replacedBy`: the tax invoice that replaced and
 * cancelled the receipt. `buyer`: the buyer on a tax invoice, and on the credit and debit notes of its order; null after
 * their retention.
 */
export type IssuedDocument = {
  number: number;
  orderId: string;
  issuedOn: Day;
  amount: Satang;
  vat: Satang;
} & (
  | { kind: 'receipt'; content: ReceiptContent; replacedBy: DocumentReference | null }
  | { kind: 'tax_invoice'; content: TaxInvoiceContent; buyer: Buyer | null }
  | { kind: 'credit_note'; content: CreditNoteContent; buyer: Buyer | null }
  | { kind: 'debit_note'; content: DebitNoteContent; buyer: Buyer | null }
);

/**
 * Returns the printed document number: 'R-2026-000123' is receipt 123, issued in 2026. The numbers of a kind
 * are not reset at a new year, so that each number is unique.
 */
export function documentNumber(document: { kind: DocumentKind; number: number; issuedOn: Day }): string {
  const { kind, number, issuedOn } = document;
  return `${LETTERS[kind]}-${issuedOn.slice(0, 4)}-${String(number).padStart(DIGITS, '0')}`;
}

/** Parses a printed document number. @returns null for any other text */
export function readDocumentNumber(text: string): { kind: DocumentKind; number: number } | null {
  const parts = FORM.exec(text);
  if (!parts) return null;
  const kind = DOCUMENT_KINDS.find((one) => LETTERS[one] === parts[1]);
  return kind ? { kind, number: Number(parts[2]) } : null;
}

/**
 * Returns the amounts of a credit note for one refund of an order. Its VAT is the VAT of the remaining amount
 * before the refund minus the VAT after the refund. So the credit notes of a fully refunded receipt sum to
 * the VAT of the receipt.
 * @param earlier satang refunded before this refund
 */
export function creditAmounts(paid: Satang, earlier: Satang, refund: Satang) {
  const before = paid - earlier;
  const after = before - refund;
  const vat = containedVat(before) - containedVat(after);
  return { before, after, vat, net: refund - vat };
}

/**
 * Returns the amounts of a debit note that corrects one credit note of an order. The VAT of all credit and debit notes
 * of an order sums to the VAT that is no longer owed.
 * @param earlier satang refunded before this correction, including the refund of the credit note
 */
export function debitAmounts(paid: Satang, earlier: Satang, amount: Satang) {
  const before = paid - earlier;
  const after = before + amount;
  const vat = containedVat(after) - containedVat(before);
  return { before, after, vat, net: amount - vat };
}

/** Returns the numbers that are missing between documents. They are sorted by kind and number. */
export function missingNumbers(
  sorted: readonly { kind: DocumentKind; number: number }[],
): { kind: DocumentKind; number: number }[] {
  return sorted.flatMap(({ kind, number }, at) => {
    const before = sorted[at - 1];
    if (before?.kind !== kind) return [];
    return Array.from({ length: number - before.number - 1 }, (_, n) => ({
      kind,
      number: before.number + 1 + n,
    }));
  });
}
