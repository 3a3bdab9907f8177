import { and, asc, eq, gte, lt } from 'drizzle-orm';
import { addDays, parseDay, type Day } from '@/domain/day';
import { documentNumber, missingNumbers, type DocumentKind } from '@/domain/document';
import { documents } from '../db/schema';
import type { Ctx } from '../platform/context';

/** A document of a month. Amounts in satang; those of credit notes are negative. */
export interface BookedDocument {
  number: string;
  kind: DocumentKind;
  issuedOn: Day;
  orderId: string;
  amount: number;
  vat: number;
  /** The number of the tax invoice that took the place of this receipt, which then counts nothing; null otherwise. */
  replacedBy: string | null;
}

export interface Bookkeeping {
  documents: BookedDocument[];
  /** The sums of the documents that count. */
  amount: number;
  vat: number;
  /** Numbers that are missing between the first and the last document of a kind in this month. */
  missing: { kind: DocumentKind; number: number }[];
}

/**
 * Returns all documents of a month in the order of their numbers, with the sums for the bookkeeper.
 * @param month such as 2026-11
 */
export async function readBookkeeping({ db }: Ctx, month: string): Promise<Bookkeeping> {
  const from = parseDay(`${month}-01`);
  const until = parseDay(`${addDays(from, 31).slice(0, 7)}-01`);
  const invoice = db
    .select({ orderId: documents.orderId, number: documents.number, issuedOn: documents.issuedOn })
    .from(documents)
    .where(eq(documents.kind, 'tax_invoice'))
    .as('invoice');
  const rows = await db
    .select({ document: documents, invoice: { number: invoice.number, issuedOn: invoice.issuedOn } })
    .from(documents)
    .leftJoin(invoice, eq(invoice.orderId, documents.orderId))
    .where(and(gte(documents.issuedOn, from), lt(documents.issuedOn, until)))
    .orderBy(asc(documents.kind), asc(documents.number));
  const booked = rows.map(({ document, invoice: other }): BookedDocument => {
    const { kind, issuedOn, orderId } = document;
    const sign = kind === 'credit_note' ? -1 : 1;
    const { amount, vat } = document;
    const isReplaced = kind === 'receipt' && other !== null;
    const replacedBy = isReplaced ? documentNumber({ kind: 'tax_invoice', ...other }) : null;
    return {
      ...{ number: documentNumber(document), kind, issuedOn, orderId },
      ...{ amount: sign * amount, vat: sign * vat, replacedBy },
    };
  });
  const counted = booked.filter(({ replacedBy }) => replacedBy === null);
  const sum = (key: 'amount' | 'vat') => counted.reduce((total, row) => total + row[key], 0);
  return {
    documents: booked,
    amount: sum('amount'),
    vat: sum('vat'),
    missing: missingNumbers(rows.map(({ document }) => document)),
  };
}
