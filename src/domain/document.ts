import type { Day } from './day';
import type { Locale } from './locale';
import { containedVat, type Satang } from './money';
import type { PaymentMethod } from './subscription';

export const DOCUMENT_KINDS = ['receipt', 'credit_note'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

const LETTERS: Record<DocumentKind, string> = { receipt: 'R', credit_note: 'C' };
const DIGITS = 6;
/** More than any number a series will reach, and few enough for the column. */
const DIGITS_MAX = 9;
const FORM = new RegExp(`^([RC])-\\d{4}-(\\d{${DIGITS},${DIGITS_MAX}})$`);

/** Who sells, as a document names it. With `vatId`, 13 digits, it is a tax document; without, the word is not on it. */
export interface Seller {
  name: string;
  address: string | null;
  vatId: string | null;
}

/** One product on a document; `unitPrice` is what was paid for one pack, `linePrice` for all of them, rounded once. */
export interface DocumentLine {
  name: Record<Locale, string>;
  quantity: number;
  unitPrice: Satang;
  /** Older documents were issued without it, and go on saying packs × unit price. */
  linePrice?: Satang;
}

/** What a line on a document comes to. */
export function amountOf({ quantity, unitPrice, linePrice }: Omit<DocumentLine, 'name'>): Satang {
  return linePrice ?? unitPrice * quantity;
}

/** Everything that a receipt says beside its number, day and amount. Frozen when it is issued; names nobody. */
export interface ReceiptContent {
  seller: Seller;
  paidOn: Day;
  /** How it was paid; null: nothing was due. */
  paidBy: PaymentMethod | null;
  lines: DocumentLine[];
  /** What points paid for. */
  freeProduct: Record<Locale, string> | null;
  boxPrice: Satang;
  deliveryFee: Satang;
  codeDiscount: Satang;
  /** The amount without the VAT in it. */
  net: Satang;
}

/** Everything that a credit note says beside its number, day and amount. */
export interface CreditNoteContent {
  seller: Seller;
  refundedOn: Day;
  /** The receipt that it corrects, as that one is numbered. */
  receipt: { number: string; issuedOn: Day; amount: Satang };
  /** What was paid less what had gone back already; and what is left of that now. */
  before: Satang;
  after: Satang;
  net: Satang;
}

export type DocumentContent = ReceiptContent | CreditNoteContent;

/** A receipt or credit note as it was issued. Amounts in satang; `vat` is what `amount` contains. */
export type IssuedDocument = {
  number: number;
  orderId: string;
  issuedOn: Day;
  amount: Satang;
  vat: Satang;
} & ({ kind: 'receipt'; content: ReceiptContent } | { kind: 'credit_note'; content: CreditNoteContent });

/**
 * A document's number as people read it: 'R-2026-000123' for the 123rd receipt there is, issued in 2026. Each kind
 * counts on through the years, so that no number is ever given twice.
 */
export function documentNumber(document: { kind: DocumentKind; number: number; issuedOn: Day }): string {
  const { kind, number, issuedOn } = document;
  return `${LETTERS[kind]}-${issuedOn.slice(0, 4)}-${String(number).padStart(DIGITS, '0')}`;
}

/** The place in its series of a number as people read it; null for any other text. */
export function readDocumentNumber(text: string): { kind: DocumentKind; number: number } | null {
  const parts = FORM.exec(text);
  if (!parts) return null;
  return { kind: parts[1] === 'R' ? 'receipt' : 'credit_note', number: Number(parts[2]) };
}

/**
 * The amounts of a credit note for one part of an order's money. Its VAT is what the refund takes off the VAT of what
 * was left, so that the notes of one receipt contain exactly its VAT once all of it has gone back.
 * @param earlier what had gone back before
 */
export function creditAmounts(paid: Satang, earlier: Satang, refund: Satang) {
  const before = paid - earlier;
  const after = before - refund;
  const vat = containedVat(before) - containedVat(after);
  return { before, after, vat, net: refund - vat };
}
