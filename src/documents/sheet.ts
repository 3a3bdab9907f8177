import type { IssuedDocument, Seller } from '@/domain/document';
import { amountOf, documentNumber, type DocumentReference } from '@/domain/document';
import type { Locale } from '@/domain/locale';
import { orderNumberText } from '@/domain/order';
import type { Satang } from '@/domain/money';
import { HEAD_OFFICE } from '@/domain/tax-invoice';
import { bahtText, shortDayText } from '@/locales/format';
import { translate, type WordKey, type WordParams } from '@/locales/translate';

export interface Sum {
  label: string;
  value: string;
  strong?: boolean;
}

/** The texts of a document, in drawing order. */
export interface Sheet {
  number: string;
  title: string;
  /**
   * The Thai title, which Thai law also requires on a document in another language; null on a Thai document.
   */
  lawfulTitle: string | null;
  /** Says which document replaced this one, also in Thai; empty on a valid document. */
  cancelled: Statement[];
  sellerLabel: string;
  seller: string[];
  buyerLabel: string;
  /** Empty on a document without a buyer. */
  buyer: string[];
  facts: [label: string, value: string][];
  heads: [item: string, packs: string, unitPrice: string, amount: string];
  rows: [item: string, packs: string, unitPrice: string, amount: string][];
  sums: Sum[];
  notes: Statement[];
}

/** A sentence and its language. */
export interface Statement {
  text: string;
  lang: Locale;
}

type Receipt = Extract<IssuedDocument, { kind: 'receipt' }>;
type TaxInvoice = Extract<IssuedDocument, { kind: 'tax_invoice' }>;
type CreditNote = Extract<IssuedDocument, { kind: 'credit_note' }>;
type DebitNote = Extract<IssuedDocument, { kind: 'debit_note' }>;

type ShortKey = WordKey extends infer Key ? (Key extends `documents.${infer Rest}` ? Rest : never) : never;

const wordingOf = (locale: Locale) => ({
  locale,
  say: (key: ShortKey, params?: WordParams) => translate(locale, `documents.${key}`, params),
  baht: (amount: Satang) => (amount < 0 ? `−${bahtText(-amount, locale)}` : bahtText(amount, locale)),
  // With ordinary spaces, so that a reader of the PDF finds a typed date.
  day: (day: Receipt['issuedOn']) => shortDayText(day, locale).replaceAll('\u00a0', ' '),
});
type Wording = ReturnType<typeof wordingOf>;

/**
 * Returns the texts of a document in one language. Tax terms are included only if the seller has a VAT id.
 */
export function sheetOf(document: IssuedDocument, orderNumber: number, locale: Locale): Sheet {
  const wording = wordingOf(locale);
  const { say, day } = wording;
  const titleKey = titleOf(document);
  const { seller } = document.content;
  const isLawfulIn = locale === 'th' || seller.vatId === null;
  return {
    number: documentNumber(document),
    title: say(titleKey),
    lawfulTitle: isLawfulIn ? null : wordingOf('th').say(titleKey),
    sellerLabel: say('seller'),
    cancelled:
      document.kind === 'receipt' && document.replacedBy
        ? inLawfulLanguages(wording, 'cancelled', document.replacedBy)
        : [],
    seller: sellerLines(seller, wording),
    buyerLabel: say('buyer'),
    buyer: buyerLines(document, wording),
    ...(isNote(document) ? noteParts(document, wording) : receiptParts(document, wording)),
    facts: [
      [say('number'), documentNumber(document)],
      [say('issuedOn'), day(document.issuedOn)],
      ...(isNote(document) ? noteFacts(document, wording) : receiptFacts(document, wording)),
      [say('order'), orderNumberText(orderNumber)],
    ],
  };
}

const isNote = (document: IssuedDocument): document is CreditNote | DebitNote =>
  document.kind === 'credit_note' || document.kind === 'debit_note';

function titleOf({ kind, content }: IssuedDocument) {
  if (kind === 'credit_note') return 'creditNote';
  if (kind === 'debit_note') return 'debitNote';
  if (kind === 'tax_invoice') return 'taxInvoice';
  return content.seller.vatId === null ? 'receipt' : 'taxReceipt';
}

function sellerLines({ name, address, vatId, branch }: Seller, wording: Wording): string[] {
  const taxId = vatId && wording.say('taxId', { vatId });
  const lines = [name, address, taxId, branch ? branchText(branch, wording) : null];
  return lines.filter((line) => line !== null);
}

/** Returns the lines of the buyer. The tax id and the branch fit on one line. */
function buyerLines(document: IssuedDocument, wording: Wording): string[] {
  if (document.kind === 'receipt') return [];
  const { buyer } = document;
  if (buyer === null) return document.kind === 'tax_invoice' ? [wording.say('buyerDeleted')] : [];
  const { name, address, taxId: vatId, branch } = buyer;
  const taxId = wording.say('taxId', { vatId });
  return [name, address, branch === null ? taxId : `${taxId} · ${branchText(branch, wording)}`];
}

function branchText(branch: string, { say }: Wording): string {
  return branch === HEAD_OFFICE ? say('headOffice') : say('branch', { branch });
}

/** Returns a sentence about another document in the language of this one and in Thai, which Thai law requires. */
function inLawfulLanguages(
  { locale }: Wording,
  key: 'replaces' | 'cancelled',
  { number, issuedOn }: DocumentReference,
): Statement[] {
  const languages: Locale[] = locale === 'th' ? ['th'] : [locale, 'th'];
  return languages.map((lang) => {
    const { say, day } = wordingOf(lang);
    return { text: say(key, { number, date: day(issuedOn) }), lang };
  });
}

function receiptFacts({ content }: Receipt | TaxInvoice, { say, day }: Wording): [string, string][] {
  return [
    [say('paidOn'), day(content.paidOn)],
    [say('paidBy'), say(content.paidBy ?? 'nothingDue')],
  ];
}

function receiptParts(
  document: Receipt | TaxInvoice,
  wording: Wording,
): Pick<Sheet, 'heads' | 'rows' | 'sums' | 'notes'> {
  const { say, baht, locale } = wording;
  const { content, amount, vat } = document;
  const { boxPrice, deliveryFee, codeDiscount, waived = 0, lines, freeProduct } = content;
  const replaces =
    document.kind === 'tax_invoice' ? inLawfulLanguages(wording, 'replaces', document.content.replaces) : [];
  const rows = lines.map((line): Sheet['rows'][number] => [
    line.name[locale],
    String(line.quantity),
    baht(line.unitPrice),
    baht(amountOf(line)),
  ]);
  if (freeProduct)
    rows.push([say('freeProduct', { product: freeProduct[locale] }), '1', say('free'), baht(0)]);
  return {
    heads: [say('item'), say('packs'), say('unitPrice'), say('amount')],
    rows,
    sums: [
      { label: say('boxPrice'), value: baht(boxPrice) },
      { label: say('delivery'), value: deliveryFee === 0 ? say('free') : baht(deliveryFee) },
      ...(codeDiscount > 0 ? [{ label: say('codeDiscount'), value: baht(-codeDiscount) }] : []),
      ...(waived > 0 ? [{ label: say('waived'), value: baht(-waived) }] : []),
      { label: say('total'), value: baht(amount), strong: true },
      ...vatSums(content, vat, wording),
    ],
    notes: [...replaces, { text: say('inBaht'), lang: locale }],
  };
}

function noteFacts(document: CreditNote | DebitNote, { say, day, baht }: Wording): [string, string][] {
  const { seller, receipt } = document.content;
  const about: [string, string][] =
    document.kind === 'credit_note'
      ? [[say('refundedOn'), day(document.content.refundedOn)]]
      : [
          [say('correctedOn'), day(document.content.correctedOn)],
          [say('forCreditNote'), document.content.creditNote.number],
          [say('creditNoteIssuedOn'), day(document.content.creditNote.issuedOn)],
        ];
  return [
    ...about,
    [say(seller.vatId === null ? 'forReceipt' : 'forTaxReceipt'), receipt.number],
    [say('receiptIssuedOn'), day(receipt.issuedOn)],
    [say('receiptAmount'), baht(receipt.amount)],
  ];
}

function noteParts(
  { kind, content, amount, vat }: CreditNote | DebitNote,
  wording: Wording,
): Pick<Sheet, 'heads' | 'rows' | 'sums' | 'notes'> {
  const { say, baht, locale } = wording;
  const isDebit = kind === 'debit_note';
  return {
    heads: [say('item'), '', '', say('amount')],
    rows: [[say(isDebit ? 'restored' : 'returned'), '', '', baht(amount)]],
    sums: [
      { label: say('before'), value: baht(content.before) },
      { label: say('after'), value: baht(content.after) },
      { label: say(isDebit ? 'added' : 'refunded'), value: baht(amount), strong: true },
      ...vatSums(content, vat, wording),
    ],
    notes: [say(isDebit ? 'debitReason' : 'reason'), say('inBaht')].map((text) => ({ text, lang: locale })),
  };
}

function vatSums(
  { seller, net }: { seller: Seller; net: Satang },
  vat: Satang,
  { say, baht }: Wording,
): Sum[] {
  if (seller.vatId === null) return [{ label: say('vatIncluded'), value: baht(vat) }];
  return [
    { label: say('net'), value: baht(net) },
    { label: say('vat'), value: baht(vat) },
  ];
}
