import { and, eq, isNotNull } from 'drizzle-orm';
import { documentNumber, readDocumentNumber, type IssuedDocument } from '@/domain/document';
import { AppError } from '@/domain/errors';
import type { Ctx } from '../platform/context';
import { documents, orders } from '../db/schema';
import { issueReceipt } from './issue';

/**
 * The receipt of one of somebody's orders, issued now if it is not yet.
 * @throws AppError NOT_FOUND where there is no such order of theirs, and while it is not paid
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
 * A credit note of one of somebody's orders.
 * @param number as people read it, such as 'C-2026-000004'
 * @throws AppError NOT_FOUND where there is no such note of such an order of theirs
 */
export async function getCreditNote(
  { db }: Ctx,
  accountId: string,
  orderId: string,
  number: string,
): Promise<IssuedDocument> {
  const [row] = await db
    .select({ document: documents })
    .from(documents)
    .innerJoin(orders, eq(orders.id, documents.orderId))
    .where(
      and(
        eq(documents.kind, 'credit_note'),
        eq(documents.number, readDocumentNumber(number)?.number ?? 0),
        eq(documents.orderId, orderId),
        eq(orders.accountId, accountId),
      ),
    );
  const document = row?.document as IssuedDocument | undefined;
  if (!document || documentNumber(document) !== number) throw new AppError('NOT_FOUND');
  return document;
}
