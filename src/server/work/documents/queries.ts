import { and, eq, isNotNull } from 'drizzle-orm';
import { documentNumber, readDocumentNumber, type IssuedDocument } from '@/domain/document';
import { AppError } from '@/domain/errors';
import type { Ctx } from '../../platform/context';
import { documents, orders, taxInvoiceBuyers } from '../../db/schema';
import { isBuyerOf, withBuyer } from './buyer';
import { issueReceipt } from './issue';
import { findTaxInvoice } from './find-tax-invoice';

type Note = Extract<IssuedDocument, { kind: 'credit_note' | 'debit_note' }>;

/**
 * Returns the receipt of an order of the account, and issues it if it is missing.
 * @throws AppError NOT_FOUND for an unknown or unpaid order, or an order of another account
 */
export async function getReceipt(ctx: Ctx, accountId: string, orderId: string): Promise<IssuedDocument> {
  const [order] = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.accountId, accountId), isNotNull(orders.paidAt)));
  const receipt = order && (await issueReceipt(ctx, order.id));
  if (!receipt) throw new AppError('NOT_FOUND');
  return receipt;
}

/**
 * Returns the tax invoice of an order of the account.
 * @throws AppError NOT_FOUND for an order without a tax invoice, or an order of another account
 */
export async function getTaxInvoice(
  { db }: Ctx,
  accountId: string,
  orderId: string,
): Promise<IssuedDocument> {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.accountId, accountId)));
  const invoice = order && (await findTaxInvoice(db, order.id));
  if (!invoice) throw new AppError('NOT_FOUND');
  return invoice;
}

/**
 * Returns a function that finds a credit note or a debit note of an order of the account, by its printed number, such as
 * 'C-2026-000004'. It throws AppError NOT_FOUND for an unknown number, and for a document of another account.
 */
export const getNote =
  (kind: Note['kind']) =>
  async ({ db }: Ctx, accountId: string, orderId: string, number: string): Promise<IssuedDocument> => {
    const [row] = await db
      .select({ note: documents, buyer: taxInvoiceBuyers })
      .from(documents)
      .leftJoin(taxInvoiceBuyers, isBuyerOf(documents))
      .innerJoin(orders, eq(orders.id, documents.orderId))
      .where(
        and(
          eq(documents.kind, kind),
          eq(documents.number, readDocumentNumber(number)?.number ?? 0),
          eq(documents.orderId, orderId),
          eq(orders.accountId, accountId),
        ),
      );
    const document = row && withBuyer<Note>(row.note, row.buyer);
    if (!document || documentNumber(document) !== number) throw new AppError('NOT_FOUND');
    return document;
  };
