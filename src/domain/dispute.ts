/** The gateway's words for the state of a dispute (Omise `dispute.status`). */
export const DISPUTE_STATUSES = ['open', 'pending', 'won', 'lost'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** Whether the account's cards may be charged: held until an operator decides. */
export type DisputeCharging = 'held' | 'stopped' | 'allowed';

export interface Dispute {
  status: DisputeStatus;
  charging: DisputeCharging;
  /** When the lost money was booked as refunded; null while it was not. */
  bookedAt: Date | null;
}

/** Whether charging is held again: a dispute that is lost after charging was allowed is new to the operator. */
export function isHeldAgain(before: Dispute, status: DisputeStatus): boolean {
  return status === 'lost' && before.status !== 'lost' && before.charging === 'allowed';
}

/** A recorded payment that the gateway does not report as paid for so long is no stale read. */
const NOT_PAID_AFTER_MS = 86_400_000;

/**
 * Whether a recorded payment was taken back without a dispute.
 * @param charge `isReversed`: the gateway says so; `isPaid`: it reports the charge as paid
 */
export function isTakenBack(
  charge: { isReversed: boolean; isPaid: boolean },
  { recordedAt, now }: { recordedAt: Date; now: Date },
): boolean {
  return charge.isReversed || (!charge.isPaid && now.getTime() - recordedAt.getTime() >= NOT_PAID_AFTER_MS);
}
