import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { sellerNow, settings } from '@/settings/settings';
import { dayOf } from '@/domain/day';
import {
  creditAmounts,
  debitAmounts,
  documentNumber,
  type CreditNoteContent,
  type DebitNoteContent,
  type DocumentKind,
  type IssuedDocument,
  type ReceiptContent,
} from '@/domain/document';
import { containedVat } from '@/domain/price';
import type { Ctx } from '../../platform/context';
import { isAmong } from '../../db/among';
import { transaction, type Db, type Tx } from '../../db';
import {
  documents,
  documentSeries,
  moneyReceived,
  orders,
  payments,
  products,
  refunds,
  taxInvoiceBuyers,
} from '../../db/schema';
import { isBuyerOf, withBuyer } from './buyer';
import { findTaxInvoice } from './find-tax-invoice';
import { typedSql } from '../../db/query-rows';
import { newId } from '../../platform/ids';
import { loadItems } from '../../shop/orders/items';

type Receipt = Extract<IssuedDocument, { kind: 'receipt' }>;
type CreditNote = Extract<IssuedDocument, { kind: 'credit_note' }>;
type DebitNote = Extract<IssuedDocument, { kind: 'debit_note' }>;
/** A row of `documents`, without the buyer and the reference that other rows contain. */
export type WrittenDocument = typeof documents.$inferSelect;

/** Returns the receipt of a paid order and issues it if it is missing; null for an unpaid order. */
export async function issueReceipt(ctx: Ctx, orderId: string): Promise<Receipt | null> {
  return (await issueReceipts(ctx, [orderId])).get(orderId) ?? null;
}

/**
 * Returns the receipts of the paid orders, by order id. Issues missing receipts in the order of payment. This
 * runs in one short transaction, so that numbers are unique and without gaps.
 */
export async function issueReceipts(
  { db, now }: Ctx,
  orderIds: readonly string[],
): Promise<Map<string, Receipt>> {
  const issued = await findReceipts(db, orderIds);
  const missing = orderIds.filter((id) => !issued.has(id));
  if (missing.length === 0) return issued;
  const added = await transaction(db, async (tx) => {
    const paid = await describePaid(tx, missing);
    if (paid.length === 0) return new Map<string, Receipt>();
    await lockSeries(tx, 'receipt');
    const meanwhile = await findReceipts(tx, missing);
    const written = await writeDocument(
      tx,
      now,
      'receipt',
      paid.filter(({ orderId }) => !meanwhile.has(orderId)),
    );
    const receipts = written.map((receipt) => ({ ...receipt, replacedBy: null }) as Receipt);
    return new Map([...meanwhile, ...byOrder(receipts)]);
  });
  return new Map([...issued, ...added]);
}

/** The tax invoice of a receipt's order. */
const replacement = alias(documents, 'replacement');

const byOrder = (receipts: Receipt[]) => new Map(receipts.map((receipt) => [receipt.orderId, receipt]));

/**
 * Returns the credit note of a refund, and issues it if it is missing.
 * @returns null if the refunded payment never paid an order, or the refund was corrected meanwhile: then no receipt must
 *   be corrected
 */
export async function issueCreditNote(ctx: Ctx, refundId: string): Promise<CreditNote | null> {
  const { db, now } = ctx;
  const issued = await findNote<CreditNote>(db, refundId, 'credit_note');
  if (issued) return issued;
  const refund = await findRefundOfOrder(db, refundId);
  const receipt = refund && (await issueReceipt(ctx, refund.orderId));
  if (!receipt) return null;
  return transaction(db, async (tx) => {
    await lockSeries(tx, 'credit_note');
    const already = await findNote<CreditNote>(tx, refundId, 'credit_note');
    if (already) return already;
    if (!(await findRefundOfOrder(tx, refundId))) return null;
    const { amount, orderId } = refund;
    const earlier = await sumOfNotes(tx, orderId);
    const { vat, ...amounts } = creditAmounts(receipt.amount, earlier, amount);
    const invoice = await findTaxInvoice(tx, orderId);
    const corrected = invoice ?? receipt;
    const content: CreditNoteContent = {
      // The same seller as on the receipt, so that a credit note has tax wording only if its receipt has.
      seller: corrected.content.seller,
      refundedOn: dayOf(refund.closedAt ?? now),
      receipt: { number: documentNumber(corrected), issuedOn: corrected.issuedOn, amount: corrected.amount },
      ...amounts,
    };
    const [note] = await writeDocument(tx, now, 'credit_note', [{ orderId, refundId, amount, vat, content }]);
    return { ...note, buyer: invoice?.buyer ?? null } as CreditNote;
  });
}

/**
 * Issues the debit note of a corrected refund: it adds the amount of the credit note again, in the month of the
 * correction. The caller must hold the lock of the payment, and must have corrected the refund in this transaction.
 * Without a credit note nothing is issued, and none will be issued later.
 */
export async function issueDebitNote(tx: Tx, now: Date, refundId: string): Promise<void> {
  // Afterwards no credit note can be issued for the refund.
  await lockSeries(tx, 'credit_note');
  const note = await findNote<CreditNote>(tx, refundId, 'credit_note');
  if (!note) return;
  await lockSeries(tx, 'debit_note');
  const { amount, orderId } = note;
  const { seller, receipt } = note.content;
  const { vat, ...amounts } = debitAmounts(receipt.amount, await sumOfNotes(tx, orderId), amount);
  const content: DebitNoteContent = {
    seller,
    correctedOn: dayOf(now),
    creditNote: { number: documentNumber(note), issuedOn: note.issuedOn },
    receipt,
    ...amounts,
  };
  await writeDocument(tx, now, 'debit_note', [{ orderId, refundId, amount, vat, content }]);
}

/** Returns the debit note of a corrected refund, or null. */
export function findDebitNote(db: Db, refundId: string): Promise<DebitNote | null> {
  return findNote<DebitNote>(db, refundId, 'debit_note');
}

/**
 * Locks a document series. After the lock, the caller must read documents that another transaction has
 * issued.
 */
async function lockSeries(tx: Tx, kind: DocumentKind): Promise<void> {
  await tx.select().from(documentSeries).where(eq(documentSeries.kind, kind)).for('update');
}

/**
 * Writes documents of one kind, and numbers them in the order of `contents`. The caller must hold the lock of
 * the series.
 */
export async function writeDocument(
  tx: Tx,
  now: Date,
  kind: DocumentKind,
  contents: readonly Pick<
    typeof documents.$inferInsert,
    'orderId' | 'refundId' | 'amount' | 'vat' | 'content'
  >[],
): Promise<WrittenDocument[]> {
  if (contents.length === 0) return [];
  const [series] = await tx
    .update(documentSeries)
    .set({ last: sql`${documentSeries.last} + ${contents.length}` })
    .where(eq(documentSeries.kind, kind))
    .returning({ last: documentSeries.last });
  if (!series) throw new Error(`there is no series of ${kind}`);
  const before = series.last - contents.length;
  const rows = await tx
    .insert(documents)
    .values(
      contents.map((content, at) => ({
        id: newId('document'),
        kind,
        ...content,
        number: before + 1 + at,
        // A caller that waited for the lock can have an earlier `now`. A later number must not have an
        // earlier date.
        issuedOn: sql`greatest(${dayOf(now)}::date, (select issued_on from documents
          where kind = ${kind} and number = ${before}))`,
        createdAt: now,
      })),
    )
    .returning();
  return rows;
}

// The kind is a literal, because PostgreSQL can use the partial index only then.
async function findReceipts(db: Db | Tx, orderIds: readonly string[]): Promise<Map<string, Receipt>> {
  const rows = await db
    .select({ receipt: documents, number: replacement.number, issuedOn: replacement.issuedOn })
    .from(documents)
    .leftJoin(
      replacement,
      and(eq(replacement.orderId, documents.orderId), sql`${replacement.kind} = 'tax_invoice'`),
    )
    .where(and(isAmong(documents.orderId, orderIds), sql`${documents.kind} = 'receipt'`));
  return byOrder(
    rows.map(({ receipt, number, issuedOn }) => ({
      ...(receipt as Omit<Receipt, 'replacedBy'>),
      replacedBy:
        number === null || issuedOn === null
          ? null
          : { number: documentNumber({ kind: 'tax_invoice', number, issuedOn }), issuedOn },
    })),
  );
}

async function findNote<Note extends CreditNote | DebitNote>(
  db: Db | Tx,
  refundId: string,
  kind: Note['kind'],
): Promise<Note | null> {
  const [row] = await db
    .select({ note: documents, buyer: taxInvoiceBuyers })
    .from(documents)
    .leftJoin(taxInvoiceBuyers, isBuyerOf(documents))
    .where(and(eq(documents.refundId, refundId), eq(documents.kind, kind)));
  return row ? withBuyer<Note>(row.note, row.buyer) : null;
}

/** Returns the receipt contents of the paid orders, in the order of payment. The contents never change. */
async function describePaid(tx: Tx, orderIds: readonly string[]) {
  const rows = await tx
    .select({ order: orders, method: payments.method, nameEn: products.nameEn, nameTh: products.nameTh })
    .from(orders)
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .leftJoin(products, eq(products.code, orders.freeProductCode))
    .where(isAmong(orders.id, orderIds))
    .orderBy(asc(orders.paidAt), asc(orders.id));
  const lines = await loadItems(
    tx,
    rows.map(({ order }) => order.id),
  );
  return rows.flatMap(({ order, method, nameEn, nameTh }) => {
    if (order.paidOn === null) return [];
    const vat = containedVat(order.total);
    const content: ReceiptContent = {
      seller: { ...sellerNow(), vatId: settings().VAT_ID ?? null },
      paidOn: order.paidOn,
      paidBy: order.total === 0 ? null : method,
      lines: (lines.get(order.id) ?? []).map(({ pack: _, ...line }) => line),
      freeProduct: nameEn !== null && nameTh !== null ? { en: nameEn, th: nameTh } : null,
      boxPrice: order.boxPrice,
      deliveryFee: order.deliveryFee,
      codeDiscount: order.codeDiscount,
      ...(order.waived > 0 && { waived: order.waived }),
      net: order.total - vat,
    };
    return [{ orderId: order.id, amount: order.total, vat, content }];
  });
}

async function findRefundOfOrder(db: Db | Tx, refundId: string) {
  const [row] = await db
    .select({ amount: refunds.amount, closedAt: refunds.closedAt, orderId: moneyReceived.orderId })
    .from(refunds)
    .innerJoin(moneyReceived, eq(moneyReceived.id, refunds.moneyId))
    .where(and(eq(refunds.id, refundId), eq(refunds.status, 'succeeded'), eq(moneyReceived.verdict, 'kept')));
  return row?.orderId ? { ...row, orderId: row.orderId } : null;
}

/** Returns the amount of an order that credit notes took away and no debit note added again, in satang. */
async function sumOfNotes(tx: Tx, orderId: string): Promise<number> {
  const signed = sql`case ${documents.kind} when 'credit_note' then ${documents.amount} else -${documents.amount} end`;
  const [row] = await tx
    .select({ amount: typedSql(z.string(), sql`coalesce(sum(${signed}), 0)`) })
    .from(documents)
    .where(and(eq(documents.orderId, orderId), isNotNull(documents.refundId)));
  return Number(row?.amount);
}
