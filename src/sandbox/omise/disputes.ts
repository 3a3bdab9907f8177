import { findCharge } from './charges';
import type { Gateway } from './gateway';
import type { ChargeRecord, DisputeRecord, DisputeStatus } from './records';
import { Refusal } from './refusal';

export const DISPUTE_STATUSES = ['open', 'pending', 'won', 'lost'] as const;

const EVENT_KEYS: Record<DisputeStatus, string> = {
  open: 'dispute.create',
  pending: 'dispute.update',
  won: 'dispute.close',
  lost: 'dispute.close',
};

/**
 * Opens a dispute of a paid charge, or changes the status of its dispute.
 * @throws Refusal 409 `conflict` if the charge is not paid
 */
export function disputeCharge(
  gateway: Gateway,
  id: string,
  status: DisputeStatus,
  reason?: string | null,
): void {
  const charge = findCharge(gateway, id);
  if (charge.status !== 'successful') throw new Refusal(409, 'conflict', `charge ${id} is ${charge.status}`);
  const nowMs = gateway.clock.ms();
  const isClosed = status === 'won' || status === 'lost';
  const opened = charge.dispute ?? open(gateway, charge, nowMs);
  const dispute = {
    ...opened,
    ...(reason && { reason }),
    status,
    closedAt: isClosed ? nowMs : null,
  };
  gateway.charges.put({ ...charge, dispute });
  gateway.emit(EVENT_KEYS[status], { kind: 'dispute', id: dispute.id, parent: id });
}

/**
 * Withdraws a dispute, as the payer does: the amount is back on the balance, and the status follows later.
 * @throws Refusal 409 `conflict` without an open dispute
 */
export function withdrawDispute(gateway: Gateway, id: string): void {
  const charge = findCharge(gateway, id);
  if (!charge.dispute || charge.dispute.closedAt !== null)
    throw new Refusal(409, 'conflict', `charge ${id} has no open dispute`);
  gateway.charges.put({ ...charge, dispute: { ...charge.dispute, withdrawnAt: gateway.clock.ms() } });
}

function open(gateway: Gateway, { amount }: ChargeRecord, nowMs: number): DisputeRecord {
  return { id: gateway.newId('dspt'), amount, status: 'open', createdAt: nowMs, closedAt: null };
}

/**
 * Reverses a paid charge, as the bank does. Creates no refund.
 * @throws Refusal 409 `conflict` if the charge is not paid
 */
export function reverseCharge(gateway: Gateway, id: string): void {
  const charge = findCharge(gateway, id);
  if (charge.status !== 'successful') throw new Refusal(409, 'conflict', `charge ${id} is ${charge.status}`);
  gateway.charges.put({ ...charge, status: 'reversed', reversedAt: gateway.clock.ms() });
  gateway.emit('charge.reverse', { kind: 'charge', id, parent: null });
}
