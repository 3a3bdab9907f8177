import { asc, eq, inArray } from 'drizzle-orm';
import { documentNumber } from '@/domain/document';
import { openPayTo } from '../../money/refunds/pay-to';
import type { Tx } from '../../db';
import {
  chargeAttempts,
  disputes,
  documents,
  moneyReceived,
  orderAddresses,
  orderItems,
  orders,
  paymentLinks,
  payments,
  refunds,
  replacedParcels,
  shipments,
  slips,
  taxInvoiceBuyers,
} from '../../db/schema';

/** Returns all orders of an account for the data download, oldest first, with payments, parcels and documents. */
export async function collectOrders(tx: Tx, accountId: string) {
  const rows = await tx
    .select()
    .from(orders)
    .where(eq(orders.accountId, accountId))
    .orderBy(asc(orders.cycleIndex), asc(orders.id));
  const ids = rows.map((order) => order.id);
  if (ids.length === 0) return [];
  const items = await collectItems(tx, ids);
  const paid = await collectPayments(tx, ids);
  const attempts = await collectAttempts(tx, ids);
  const links = await collectLinks(tx, ids);
  const money = await collectMoney(tx, ids);
  const sent = await collectSlips(tx, ids);
  const parcels = await collectParcels(tx, ids);
  const earlier = await collectEarlierParcels(tx, ids);
  const addresses = await collectAddresses(tx, ids);
  const documentRows = await collectDocuments(tx, ids);
  const buyers = await collectBuyers(tx, ids);
  return rows.map(({ accountId: _, subscriptionId: __, cycleIndex, id: orderId, ...order }) => ({
    orderId,
    ...order,
    position: cycleIndex + 1,
    items: withoutOrderId(items, orderId),
    ownAddress: withoutOrderId(addresses, orderId)[0] ?? null,
    payment: withoutOrderId(paid, orderId)[0] ?? null,
    charges: withoutOrderId(attempts, orderId),
    paymentLinks: withoutOrderId(links, orderId),
    moneyReceived: withoutOrderId(money, orderId),
    slips: withoutOrderId(sent, orderId),
    parcel: withoutOrderId(parcels, orderId)[0] ?? null,
    earlierParcels: withoutOrderId(earlier, orderId),
    documents: withoutOrderId(documentRows, orderId),
    taxInvoiceBuyer: withoutOrderId(buyers, orderId)[0] ?? null,
  }));
}

function withoutOrderId<Row extends { orderId: string | null }>(rows: Row[], orderId: string) {
  return rows.filter((row) => row.orderId === orderId).map(({ orderId: _, ...row }) => row);
}

function collectItems(tx: Tx, ids: string[]) {
  return tx
    .select({
      orderId: orderItems.orderId,
      productCode: orderItems.productCode,
      quantity: orderItems.quantity,
      listPrice: orderItems.listPrice,
      unitPrice: orderItems.unitPrice,
      linePrice: orderItems.linePrice,
    })
    .from(orderItems)
    .where(inArray(orderItems.orderId, ids))
    .orderBy(asc(orderItems.productCode));
}

/** Returns the own addresses of orders that do not go to the account's address. */
function collectAddresses(tx: Tx, ids: string[]) {
  return tx.select().from(orderAddresses).where(inArray(orderAddresses.orderId, ids));
}

function collectPayments(tx: Tx, ids: string[]) {
  return tx
    .select({
      orderId: payments.orderId,
      method: payments.method,
      status: payments.status,
      amount: payments.amount,
      reason: payments.reason,
      nextChargeAt: payments.dueAt,
      givesUpAt: payments.givesUpAt,
      createdAt: payments.createdAt,
    })
    .from(payments)
    .where(inArray(payments.orderId, ids));
}

function collectAttempts(tx: Tx, ids: string[]) {
  return tx
    .select({
      orderId: chargeAttempts.orderId,
      number: chargeAttempts.attemptNo,
      source: chargeAttempts.source,
      trigger: chargeAttempts.trigger,
      cardId: chargeAttempts.cardId,
      bankAccountId: chargeAttempts.bankAccountId,
      amount: chargeAttempts.amount,
      outcome: chargeAttempts.status,
      reason: chargeAttempts.reason,
      createdAt: chargeAttempts.createdAt,
      sentAt: chargeAttempts.sentAt,
      closedAt: chargeAttempts.closedAt,
    })
    .from(chargeAttempts)
    .where(inArray(chargeAttempts.orderId, ids))
    .orderBy(asc(chargeAttempts.attemptNo));
}

function collectLinks(tx: Tx, ids: string[]) {
  return tx
    .select({
      orderId: paymentLinks.orderId,
      reference: paymentLinks.reference,
      amount: paymentLinks.amount,
      status: paymentLinks.status,
      createdAt: paymentLinks.createdAt,
      expiresAt: paymentLinks.expiresAt,
    })
    .from(paymentLinks)
    .where(inArray(paymentLinks.orderId, ids))
    .orderBy(asc(paymentLinks.createdAt));
}

async function collectMoney(tx: Tx, ids: string[]) {
  const rows = await tx
    .select()
    .from(moneyReceived)
    .where(inArray(moneyReceived.orderId, ids))
    .orderBy(asc(moneyReceived.paidAt), asc(moneyReceived.id));
  const moneyIds = rows.map((row) => row.id);
  const back =
    moneyIds.length === 0
      ? []
      : await tx
          .select()
          .from(refunds)
          .where(inArray(refunds.moneyId, moneyIds))
          .orderBy(asc(refunds.createdAt), asc(refunds.id));
  const disputed =
    moneyIds.length === 0
      ? []
      : await tx
          .select()
          .from(disputes)
          .where(inArray(disputes.moneyId, moneyIds))
          .orderBy(asc(disputes.openedAt), asc(disputes.id));
  return rows.map((row) => ({
    orderId: row.orderId,
    by: row.provider,
    amount: row.amount,
    verdict: row.verdict,
    paidAt: row.paidAt,
    recordedAt: row.recordedAt,
    refunds: back
      .filter((refund) => refund.moneyId === row.id)
      .map((refund) => ({
        amount: refund.amount,
        status: refund.status,
        why: refund.why,
        createdAt: refund.createdAt,
        closedAt: refund.closedAt,
        reference: refund.reference,
        payTo: openPayTo(refund),
        payToAt: refund.payToAt,
      })),
    disputes: disputed
      .filter((dispute) => dispute.moneyId === row.id)
      .map(({ id: _, moneyId: __, providerRef: ___, bookedAt: ____, ...dispute }) => dispute),
  }));
}

function collectSlips(tx: Tx, ids: string[]) {
  return tx
    .select({
      orderId: slips.orderId,
      bank: slips.bank,
      ref: slips.ref,
      via: slips.via,
      state: slips.state,
      amount: slips.amount,
      paidOn: slips.paidOn,
      paidAtTime: slips.paidAtTime,
      createdAt: slips.createdAt,
    })
    .from(slips)
    .where(inArray(slips.orderId, ids))
    .orderBy(asc(slips.createdAt));
}

function collectParcels(tx: Tx, ids: string[]) {
  return tx
    .select({
      orderId: shipments.orderId,
      status: shipments.status,
      courier: shipments.courier,
      trackingNumber: shipments.trackingNumber,
      trackingUrl: shipments.trackingUrl,
      handedOverAt: shipments.takenAt,
      shippedAt: shipments.shippedAt,
      deliveredAt: shipments.deliveredAt,
      updatedAt: shipments.updatedAt,
      number: shipments.number,
      loss: shipments.loss,
    })
    .from(shipments)
    .where(inArray(shipments.orderId, ids));
}

/** Returns the lost or damaged parcels of the orders that were replaced by another parcel. */
function collectEarlierParcels(tx: Tx, ids: string[]) {
  return tx
    .select({
      orderId: replacedParcels.orderId,
      number: replacedParcels.number,
      loss: replacedParcels.loss,
      courier: replacedParcels.courier,
      trackingNumber: replacedParcels.trackingNumber,
      trackingUrl: replacedParcels.trackingUrl,
      handedOverAt: replacedParcels.takenAt,
      shippedAt: replacedParcels.shippedAt,
      deliveredAt: replacedParcels.deliveredAt,
      replacedAt: replacedParcels.replacedAt,
    })
    .from(replacedParcels)
    .where(inArray(replacedParcels.orderId, ids))
    .orderBy(asc(replacedParcels.orderId), asc(replacedParcels.number));
}

async function collectDocuments(tx: Tx, ids: string[]) {
  const rows = await tx
    .select({
      orderId: documents.orderId,
      kind: documents.kind,
      number: documents.number,
      issuedOn: documents.issuedOn,
      amount: documents.amount,
      vat: documents.vat,
      content: documents.content,
    })
    .from(documents)
    .where(inArray(documents.orderId, ids))
    .orderBy(asc(documents.createdAt), asc(documents.id));
  return rows.map((row) => ({ ...row, number: documentNumber(row) }));
}

/** Returns the buyers on the tax invoices of orders. */
function collectBuyers(tx: Tx, ids: string[]) {
  return tx
    .select({
      orderId: taxInvoiceBuyers.orderId,
      name: taxInvoiceBuyers.name,
      address: taxInvoiceBuyers.address,
      taxId: taxInvoiceBuyers.taxId,
      branch: taxInvoiceBuyers.branch,
    })
    .from(taxInvoiceBuyers)
    .where(inArray(taxInvoiceBuyers.orderId, ids));
}
