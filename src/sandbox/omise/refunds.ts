import { findCharge, findChargeAsRead } from './charges';
import type { Gateway } from './gateway';
import { metadata, whole } from './input';
import { cut, readPaging } from './lists';
import type { RefundRecord } from './records';
import { badRequest, notFound } from './refusal';
import { isKindRefundable, refundedAmount, refundWire } from './charge-wire';
import { listWire, type Wire } from './wire';

type Body = Record<string, unknown>;

/**
 * Handles `POST /charges/{id}/refunds {amount, metadata}`. Refunds at most the remaining amount.
 * @throws Refusal `failed_refund`, `not_found`, `bad_request`
 */
export function createRefund(gateway: Gateway, chargeId: string, body: Body): Wire {
  const charge = findCharge(gateway, chargeId);
  const amount = whole(body, 'amount');
  if (charge.status !== 'successful') throw badRequest('failed_refund', 'charge is not paid');
  if (!isKindRefundable(charge, gateway.bases)) {
    throw badRequest('failed_refund', 'charge cannot be refunded');
  }
  if (amount === null || amount < 1) throw badRequest('failed_refund', 'amount must be greater than 0');
  if (amount > charge.amount - refundedAmount(charge)) {
    throw badRequest('failed_refund', 'amount is more than what is left to refund');
  }
  const refund: RefundRecord = {
    id: gateway.newId('rfnd'),
    amount,
    metadata: metadata(body) ?? {},
    transaction: gateway.newId('trxn'),
    createdAt: gateway.clock.ms(),
  };
  gateway.charges.put({ ...charge, refunds: [...charge.refunds, refund] });
  gateway.emit('refund.create', { kind: 'refund', id: refund.id, parent: chargeId });
  return refundWire(refund, chargeId);
}

/** Handles `GET /charges/{id}/refunds`. @param stale shows the charge before its last change */
export function listRefunds(
  gateway: Gateway,
  chargeId: string,
  query: URLSearchParams,
  stale: boolean,
): Wire {
  const { refunds } = findChargeAsRead(gateway, chargeId, stale);
  const page = readPaging(query);
  const data = cut(refunds, page).map((refund) => refundWire(refund, chargeId));
  return listWire(data, refunds.length, `/charges/${chargeId}/refunds`, page, gateway.clock.ms());
}

/** Handles `GET /charges/{id}/refunds/{id}`. @param stale shows the charge before its last change */
export function getRefund(gateway: Gateway, chargeId: string, refundId: string, stale: boolean): Wire {
  const refund = findChargeAsRead(gateway, chargeId, stale).refunds.find((one) => one.id === refundId);
  if (refund === undefined) throw notFound('refund', refundId);
  return refundWire(refund, chargeId);
}
