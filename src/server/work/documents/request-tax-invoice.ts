import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { settings } from '@/settings/settings';
import { dayOf } from '@/domain/day';
import { documentNumber, type ReceiptContent, type TaxInvoiceContent } from '@/domain/document';
import { allow, AppError, enforce } from '@/domain/errors';
import { hasSubscribed } from '@/domain/subscription';
import { canRequestTaxInvoice, isSameBuyer, type Buyer } from '@/domain/tax-invoice';
import { writeAudit } from '../../lifecycle/audit';
import { lockAccount } from '../../lifecycle/require-subscriber';
import { HAS_REFUND_O } from '../../shop/orders/order-documents';
import { findOrder, type OrderView } from '../../shop/orders/queries';
import { clockFrom } from '../../platform/clock';
import type { Ctx } from '../../platform/context';
import { transaction, type Tx } from '../../db';
import { typedSql } from '../../db/query-rows';
import { documents, orders, taxInvoiceBuyers } from '../../db/schema';
import { toBuyer } from './buyer';
import { writeDocument } from './issue';

/**
 * Issues the tax invoice of a paid order, which replaces and cancels its receipt. A repeated call with the same buyer
 * returns the order again and issues nothing.
 * @throws AppError ORDER_NOT_FOUND (also for an order of another account), TAX_INVOICE_ISSUED for another buyer,
 *   TAX_INVOICE_NOT_POSSIBLE, TAX_INVOICE_TOO_LATE, NOT_ALLOWED for a registration in progress
 */
export async function requestTaxInvoice(
  ctx: Ctx,
  accountId: string,
  { orderId, ...buyer }: Buyer & { orderId: string },
): Promise<{ order: OrderView }> {
  const clock = clockFrom(ctx.now);
  return transaction(ctx.db, async (tx) => {
    // The lock keeps a second request and a refund of the order out.
    const { subscription } = await lockAccount(tx, accountId, () => allow);
    enforce(hasSubscribed(subscription));
    const now = clock();
    const facts = await loadFacts(tx, accountId, orderId);
    if (!facts) throw new AppError('ORDER_NOT_FOUND', { orderId });
    if (facts.isIssued) {
      if (!facts.buyer || !isSameBuyer(facts.buyer, buyer)) throw new AppError('TAX_INVOICE_ISSUED');
    } else {
      const number = await issue(tx, now, { orderId, buyer, facts });
      const event = { actor: accountId, subject: subscription.id, what: 'order.tax_invoice_issued' };
      await writeAudit(tx, now, { ...event, detail: { orderId, number } });
    }
    const order = await findOrder({ db: tx, now }, accountId, orderId);
    if (!order) throw new AppError('ORDER_NOT_FOUND', { orderId });
    return { order };
  });
}

type Facts = NonNullable<Awaited<ReturnType<typeof loadFacts>>>;

const receipts = alias(documents, 'receipts');
const invoices = alias(documents, 'invoices');

async function loadFacts(tx: Tx, accountId: string, orderId: string) {
  const o = alias(orders, 'o');
  const [row] = await tx
    .select({
      paidOn: o.paidOn,
      total: o.total,
      receipt: receipts,
      invoiceId: invoices.id,
      buyer: taxInvoiceBuyers,
      hasRefund: typedSql(z.boolean(), sql.raw(HAS_REFUND_O)),
    })
    .from(o)
    .leftJoin(receipts, and(eq(receipts.orderId, o.id), sql`${receipts.kind} = 'receipt'`))
    .leftJoin(invoices, and(eq(invoices.orderId, o.id), sql`${invoices.kind} = 'tax_invoice'`))
    .leftJoin(taxInvoiceBuyers, eq(taxInvoiceBuyers.orderId, o.id))
    .where(and(eq(o.id, orderId), eq(o.accountId, accountId)));
  if (!row) return null;
  const { paidOn, total, receipt, invoiceId, buyer, hasRefund } = row;
  return {
    paidOn,
    total,
    receipt,
    hasRefund,
    isIssued: invoiceId !== null,
    buyer: buyer && toBuyer(buyer),
  };
}

/** Writes the tax invoice and its buyer. @returns the printed number */
async function issue(
  tx: Tx,
  now: Date,
  { orderId, buyer, facts }: { orderId: string; buyer: Buyer; facts: Facts },
): Promise<string> {
  const { receipt, paidOn, total, hasRefund } = facts;
  const { VAT_ID, VAT_BRANCH } = settings();
  const receiptVatId = receipt?.content.seller.vatId ?? null;
  const rule = { isVatRegistered: VAT_ID !== undefined, paidOn, total, receiptVatId, hasRefund };
  enforce(canRequestTaxInvoice(rule, { today: dayOf(now) }));
  if (!receipt) throw new AppError('TAX_INVOICE_NOT_POSSIBLE');
  const { amount, vat, issuedOn, number } = receipt;
  const sold = receipt.content as ReceiptContent;
  const content: TaxInvoiceContent = {
    ...sold,
    // The seller of the receipt: that one made the sale.
    seller: { ...sold.seller, branch: VAT_BRANCH },
    replaces: { number: documentNumber({ kind: 'receipt', number, issuedOn }), issuedOn },
  };
  const [invoice] = await writeDocument(tx, now, 'tax_invoice', [{ orderId, amount, vat, content }]);
  if (!invoice) throw new Error('no tax invoice was written');
  await tx.insert(taxInvoiceBuyers).values({ orderId, ...buyer, createdAt: now });
  return documentNumber(invoice);
}
