/** Dispute states of the gateway (Omise `dispute.status`). */
export const DISPUTE_STATUSES = ['open', 'pending', 'won', 'lost'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** Whether the account's cards may be charged. `held`: an operator has to decide. */
export type DisputeCharging = 'held' | 'stopped' | 'allowed';

export interface Dispute {
  status: DisputeStatus;
  charging: DisputeCharging;
  /** When the lost money was booked as refunded; null if it was not. */
  bookedAt: Date | null;
}

/** Whether charging is held again: a dispute was lost after an operator had allowed charging. */
export function isHeldAgain(before: Dispute, status: DisputeStatus): boolean {
  return status === 'lost' && before.status !== 'lost' && before.charging === 'allowed';
}

/** After this time, a recorded payment that the gateway does not report as paid is not just a stale read. */
const NOT_PAID_AFTER_MS = 86_400_000;

/**
 * Whether a recorded payment was reversed without a dispute.
 * @param charge `isReversed`: the gateway reports a reversal; `isPaid`: it reports the charge as paid
 */
export function isTakenBack(
  charge: { isReversed: boolean; isPaid: boolean },
  { recordedAt, now }: { recordedAt: Date; now: Date },
): boolean {
  return charge.isReversed || (!charge.isPaid && now.getTime() - recordedAt.getTime() >= NOT_PAID_AFTER_MS);
}
