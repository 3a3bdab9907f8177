import { and, eq, sql } from 'drizzle-orm';
import { sellerNow, settings } from '@/env';
import { dayOf } from '@/domain/day';
import {
  creditAmounts,
  documentNumber,
  type CreditNoteContent,
  type DocumentKind,
  type IssuedDocument,
  type ReceiptContent,
} from '@/domain/document';
import { containedVat } from '@/domain/money';
import type { Ctx } from '../context';
import { transaction, type Db, type Tx } from '../db/client';
import { documents, documentSeries, moneyReceived, orders, payments, products, refunds } from '../db/schema';
import { newId } from '../ids';
import { messageItems } from '../payments/notices';

type Receipt = Extract<IssuedDocument, { kind: 'receipt' }>;
type CreditNote = Extract<IssuedDocument, { kind: 'credit_note' }>;

/**
 * The receipt of a paid order; the first who asks has it issued. Its number is taken and it is written in one short
 * transaction, so that no number is ever left out or given twice.
 * @returns null for an order that is not paid
 */
export async function issueReceipt({ db, now }: Ctx, orderId: string): Promise<Receipt | null> {
  const issued = await findReceipt(db, orderId);
  if (issued) return issued;
  return transaction(db, async (tx) => {
    const paid = await describePaid(tx, orderId);
    if (!paid) return null;
    await lockSeries(tx, 'receipt');
    return (await findReceipt(tx, orderId)) ?? ((await write(tx, now, { ...paid, orderId })) as Receipt);
  });
}

/**
 * The credit note of a refund: of an order's own money, once it has gone back. Money that was never the order's has
 * no receipt to correct.
 * @returns null for any other refund
 */
export async function issueCreditNote(ctx: Ctx, refundId: string): Promise<CreditNote | null> {
  const { db, now } = ctx;
  const issued = await findCreditNote(db, refundId);
  if (issued) return issued;
  const refund = await findRefundOfOrder(db, refundId);
  const receipt = refund && (await issueReceipt(ctx, refund.orderId));
  if (!receipt) return null;
  return transaction(db, async (tx) => {
    await lockSeries(tx, 'credit_note');
    const already = await findCreditNote(tx, refundId);
    if (already) return already;
    const { amount, orderId } = refund;
    const earlier = await sumOfNotes(tx, orderId);
    const { vat, ...amounts } = creditAmounts(receipt.amount, earlier, amount);
    const content: CreditNoteContent = {
      // Whoever issued the receipt corrects it: without tax words where it had none.
      seller: receipt.content.seller,
      refundedOn: dayOf(refund.closedAt ?? now),
      receipt: { number: documentNumber(receipt), issuedOn: receipt.issuedOn, amount: receipt.amount },
      ...amounts,
    };
    return (await write(tx, now, {
      kind: 'credit_note',
      orderId,
      refundId,
      amount,
      vat,
      content,
    })) as CreditNote;
  });
}

/** Whoever waits here sees, once let in, what was issued meanwhile. */
async function lockSeries(tx: Tx, kind: DocumentKind): Promise<void> {
  await tx.select().from(documentSeries).where(eq(documentSeries.kind, kind)).for('update');
}

async function write(
  tx: Tx,
  now: Date,
  document: Pick<
    typeof documents.$inferInsert,
    'kind' | 'orderId' | 'refundId' | 'amount' | 'vat' | 'content'
  >,
): Promise<IssuedDocument> {
  const [series] = await tx
    .update(documentSeries)
    .set({ last: sql`${documentSeries.last} + 1` })
    .where(eq(documentSeries.kind, document.kind))
    .returning({ number: documentSeries.last });
  if (!series) throw new Error(`there is no series of ${document.kind}`);
  const [row] = await tx
    .insert(documents)
    .values({
      id: newId('document'),
      ...document,
      ...series,
      // Callers' clocks differ by as long as they waited for the number: dates follow the numbers.
      issuedOn: sql`greatest(${dayOf(now)}::date, (select issued_on from documents
        where kind = ${document.kind} and number = ${series.number} - 1))`,
      createdAt: now,
    })
    .returning();
  return row as IssuedDocument;
}

// The kinds are written out: only then can the planner use the index of one kind.
async function findReceipt(db: Db | Tx, orderId: string): Promise<Receipt | null> {
  const [row] = await db
    .select()
    .from(documents)
    .where(and(eq(documents.orderId, orderId), sql`${documents.kind} = 'receipt'`));
  return (row as Receipt | undefined) ?? null;
}

async function findCreditNote(db: Db | Tx, refundId: string): Promise<CreditNote | null> {
  const [row] = await db.select().from(documents).where(eq(documents.refundId, refundId));
  return (row as CreditNote | undefined) ?? null;
}

/** What the receipt of a paid order says; null while it is not paid. Nothing of it changes any more. */
async function describePaid(tx: Tx, orderId: string) {
  const [row] = await tx
    .select({ order: orders, method: payments.method, nameEn: products.nameEn, nameTh: products.nameTh })
    .from(orders)
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .leftJoin(products, eq(products.code, orders.freeProductCode))
    .where(eq(orders.id, orderId));
  if (!row?.order.paidOn) return null;
  const { order, method, nameEn, nameTh } = row;
  const vat = containedVat(order.total);
  const content: ReceiptContent = {
    seller: { ...sellerNow(), vatId: settings().VAT_ID ?? null },
    paidOn: row.order.paidOn,
    paidBy: order.total === 0 ? null : method,
    lines: await messageItems(tx, orderId),
    freeProduct: nameEn !== null && nameTh !== null ? { en: nameEn, th: nameTh } : null,
    boxPrice: order.boxPrice,
    deliveryFee: order.deliveryFee,
    codeDiscount: order.codeDiscount,
    net: order.total - vat,
  };
  return { kind: 'receipt' as const, amount: order.total, vat, content };
}

async function findRefundOfOrder(db: Db, refundId: string) {
  const [row] = await db
    .select({ amount: refunds.amount, closedAt: refunds.closedAt, orderId: moneyReceived.orderId })
    .from(refunds)
    .innerJoin(moneyReceived, eq(moneyReceived.id, refunds.moneyId))
    .where(and(eq(refunds.id, refundId), eq(refunds.status, 'succeeded'), eq(moneyReceived.verdict, 'kept')));
  return row?.orderId ? { ...row, orderId: row.orderId } : null;
}

async function sumOfNotes(tx: Tx, orderId: string): Promise<number> {
  const [row] = await tx
    .select({ amount: sql<string>`coalesce(sum(${documents.amount}), 0)` })
    .from(documents)
    .where(and(eq(documents.orderId, orderId), eq(documents.kind, 'credit_note')));
  return Number(row?.amount);
}
