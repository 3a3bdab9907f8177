import { and, asc, between, count, countDistinct, eq, gte, lt, max, min, ne, sql, sum } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { addMonthsTo, parseDay, type Month } from '@/domain/day';
import { documentNumber, type DocumentKind, type IssuedDocument } from '@/domain/document';
import type { Db } from '../../db';
import { documents, orders, taxInvoiceBuyers } from '../../db/schema';
import { isBuyerOf, withBuyer } from './buyer';

const PAGE = 200;

/** The condition of documents that were issued in a month. */
export const issuedIn = (month: Month) =>
  and(
    gte(documents.issuedOn, parseDay(`${month}-01`)),
    lt(documents.issuedOn, parseDay(`${addMonthsTo(month, 1)}-01`)),
  );

/** Returns the documents of a month by kind: how many, the first and the last number, the sums in satang. */
export async function sumDocuments(db: Db, month: Month) {
  const rows = await db
    .select({
      kind: documents.kind,
      count: count(),
      first: min(documents.number),
      last: max(documents.number),
      amount: sum(documents.amount).mapWith(Number),
      vat: sum(documents.vat).mapWith(Number),
    })
    .from(documents)
    .where(issuedIn(month))
    .groupBy(documents.kind)
    .orderBy(asc(documents.kind));
  return rows.map(({ first, last, ...row }) => ({ ...row, first: first ?? 0, last: last ?? 0 }));
}

/** Returns how many buyers the tax invoices and notes of a month name. */
export async function countBuyers(db: Db, month: Month): Promise<number> {
  const [row] = await db
    .select({ buyers: countDistinct(taxInvoiceBuyers.orderId) })
    .from(documents)
    .innerJoin(taxInvoiceBuyers, isBuyerOf(documents))
    .where(and(issuedIn(month), ne(documents.kind, 'receipt')));
  return row?.buyers ?? 0;
}

/** A document with the number of its order. */
export interface OrderDocument {
  document: IssuedDocument;
  orderNumber: number;
}

/** Reads the documents of a month page by page, in the order of their printed numbers. */
export async function* readMonthDocuments(db: Db, month: Month): AsyncGenerator<OrderDocument[]> {
  for (const { kind, first, last } of await sumDocuments(db, month))
    for (let from = first; from <= last; from += PAGE)
      yield await readPage(db, kind, from, Math.min(from + PAGE - 1, last));
}

/** The tax invoice of a receipt's order. */
const replacement = alias(documents, 'replacement');

async function readPage(db: Db, kind: DocumentKind, from: number, to: number): Promise<OrderDocument[]> {
  const rows = await db
    .select({
      document: documents,
      orderNumber: orders.orderNumber,
      buyer: taxInvoiceBuyers,
      number: replacement.number,
      issuedOn: replacement.issuedOn,
    })
    .from(documents)
    .innerJoin(orders, eq(orders.id, documents.orderId))
    .leftJoin(taxInvoiceBuyers, isBuyerOf(documents))
    .leftJoin(
      replacement,
      and(eq(replacement.orderId, documents.orderId), sql`${replacement.kind} = 'tax_invoice'`),
    )
    .where(and(eq(documents.kind, kind), between(documents.number, from, to)))
    .orderBy(asc(documents.number));
  return rows.map(({ document, orderNumber, buyer, number, issuedOn }) => {
    if (document.kind !== 'receipt') return { document: withBuyer(document, buyer), orderNumber };
    const replacedBy =
      number === null || issuedOn === null
        ? null
        : { number: documentNumber({ kind: 'tax_invoice', number, issuedOn }), issuedOn };
    return { document: { ...document, replacedBy } as IssuedDocument, orderNumber };
  });
}
