import { eq, type SQL } from 'drizzle-orm';
import type { Buyer } from '@/domain/tax-invoice';
import type { IssuedDocument } from '@/domain/document';
import { documents, taxInvoiceBuyers } from '../../db/schema';

type BuyerRow = typeof taxInvoiceBuyers.$inferSelect;

/** The join condition of a document and the buyer of its order. */
export const isBuyerOf = ({ orderId }: Pick<typeof documents, 'orderId'>): SQL =>
  eq(taxInvoiceBuyers.orderId, orderId);

export function toBuyer({ name, address, taxId, branch }: BuyerRow): Buyer {
  return { name, address, taxId, branch };
}

/** Returns a tax invoice, a credit note or a debit note with its buyer. `buyer`: null without one and after its retention. */
export function withBuyer<Document extends Exclude<IssuedDocument, { kind: 'receipt' }>>(
  row: typeof documents.$inferSelect,
  buyer: BuyerRow | null,
): Document {
  return { ...(row as unknown as Omit<Document, 'buyer'>), buyer: buyer && toBuyer(buyer) } as Document;
}
