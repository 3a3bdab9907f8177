import type { DisputeRecord } from './records';
import { FIRST_PAGE, iso, listWire, type Wire } from './wire';

/** Returns a dispute in the format of the API. */
export function disputeWire(dispute: DisputeRecord, chargeId: string): Wire {
  const location = `/disputes/${dispute.id}`;
  return {
    object: 'dispute',
    id: dispute.id,
    livemode: false,
    location,
    amount: dispute.amount,
    currency: 'THB',
    funding_amount: dispute.amount,
    funding_currency: 'THB',
    charge: chargeId,
    status: dispute.status,
    reason_code: dispute.reason ?? 'goods_or_services_not_provided',
    reason_message: dispute.reason ?? 'Services not provided or Merchandise not received',
    message: null,
    admin_message: null,
    documents: listWire([], 0, `${location}/documents`, FIRST_PAGE, dispute.createdAt),
    transactions: [],
    metadata: {},
    closed_at: dispute.closedAt === null ? null : iso(dispute.closedAt),
    created_at: iso(dispute.createdAt),
  };
}
