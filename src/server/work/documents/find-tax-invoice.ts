import { and, eq, sql } from 'drizzle-orm';
import type { IssuedDocument } from '@/domain/document';
import type { Db, Tx } from '../../db';
import { documents, taxInvoiceBuyers } from '../../db/schema';
import { isBuyerOf, withBuyer } from './buyer';

export type TaxInvoice = Extract<IssuedDocument, { kind: 'tax_invoice' }>;

/** Returns the tax invoice of an order with its buyer, or null. */
export async function findTaxInvoice(db: Db | Tx, orderId: string): Promise<TaxInvoice | null> {
  const [row] = await db
    .select({ invoice: documents, buyer: taxInvoiceBuyers })
    .from(documents)
    .leftJoin(taxInvoiceBuyers, isBuyerOf(documents))
    // The kind is a literal, because PostgreSQL can use the partial index only then.
    .where(and(eq(documents.orderId, orderId), sql`${documents.kind} = 'tax_invoice'`));
  return row ? withBuyer<TaxInvoice>(row.invoice, row.buyer) : null;
}
