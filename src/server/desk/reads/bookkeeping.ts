import { and, asc, eq, gte, lt } from 'drizzle-orm';
import { addDays, dayOf, monthOf, parseDay, type Day, type Month } from '@/domain/day';
import { documentNumber, missingNumbers, type DocumentKind, type TaxInvoiceContent } from '@/domain/document';
import { documents, orders, payoutMonths, taxInvoiceBuyers } from '../../db/schema';
import { sellerNow, settings } from '@/settings/settings';
import { isBuyerOf } from '../../work/documents/buyer';
import type { Ctx } from '../../platform/context';

/** A document of a month. Amounts in satang; those of credit notes are negative. */
export interface BookedDocument {
  number: string;
  kind: DocumentKind;
  issuedOn: Day;
  orderId: string;
  orderNumber: number;
  amount: number;
  vat: number;
  /** The number of the receipt that this tax invoice replaces. The receipt counts, in its own month; null otherwise. */
  replaces: string | null;
  /** Whom the sales-tax report names; null on a receipt. */
  buyer: { name: string; taxId: string; branch: string | null } | null;
}

export interface Bookkeeping {
  /** Such as 2026-11. */
  month: string;
  /** Whether the month is closed, so that the numbers of its journal stay. */
  isFinal: boolean;
  seller: { name: string; vatId: string | null };
  documents: BookedDocument[];
  /** The sums of receipts, credit notes and debit notes. A sale counts once, in the month of its receipt. */
  amount: number;
  vat: number;
  /** Numbers that are missing between the first and the last document of a kind in this month. */
  missing: { kind: DocumentKind; number: number }[];
}

/**
 * Returns all documents of a month in the order of their numbers, with the sums for the bookkeeper.
 * @param asked missing for the present month
 */
export async function readBookkeeping({ db, now }: Ctx, asked?: string): Promise<Bookkeeping> {
  const month = (asked ?? monthOf(dayOf(now))) as Month;
  const from = parseDay(`${month}-01`);
  const until = parseDay(`${addDays(from, 31).slice(0, 7)}-01`);
  const rows = await db
    .select({ document: documents, orderNumber: orders.orderNumber, buyer: taxInvoiceBuyers })
    .from(documents)
    .innerJoin(orders, eq(orders.id, documents.orderId))
    .leftJoin(taxInvoiceBuyers, isBuyerOf(documents))
    .where(and(gte(documents.issuedOn, from), lt(documents.issuedOn, until)))
    .orderBy(asc(documents.kind), asc(documents.number));
  const booked = rows.map(({ document, orderNumber, buyer }): BookedDocument => {
    const { kind, issuedOn, orderId, amount, vat, content } = document;
    const sign = kind === 'credit_note' ? -1 : 1;
    const replaces = kind === 'tax_invoice' ? (content as TaxInvoiceContent).replaces.number : null;
    return {
      number: documentNumber(document),
      kind,
      issuedOn,
      orderId,
      orderNumber,
      amount: sign * amount,
      vat: sign * vat,
      replaces,
      buyer:
        buyer && kind !== 'receipt' ? { name: buyer.name, taxId: buyer.taxId, branch: buyer.branch } : null,
    };
  });
  const counted = booked.filter(({ replaces }) => replaces === null);
  const sum = (key: 'amount' | 'vat') => counted.reduce((total, row) => total + row[key], 0);
  return {
    month,
    isFinal: (await db.$count(payoutMonths, eq(payoutMonths.month, month))) > 0,
    seller: { name: sellerNow().name, vatId: settings().VAT_ID ?? null },
    documents: booked,
    amount: sum('amount'),
    vat: sum('vat'),
    missing: missingNumbers(rows.map(({ document }) => document)),
  };
}
