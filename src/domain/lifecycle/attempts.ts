import type { AttemptSource, AttemptStatus } from '../payment';
import { qrLastReadAt } from '../payment-link';
import { closedAs, type ChargeOutcome } from '../settlement';
import type { AttemptChange } from './payment-changes';

/** The fields of a charge attempt that decide how it is closed. */
export interface AttemptFacts {
  id: string;
  status: AttemptStatus;
  source: AttemptSource;
  chargeId: string | null;
  sentAt: Date | null;
  expiresAt: Date | null;
}

/**
 * Returns the change that closes a charge attempt with the gateway's outcome. An expired QR code is read once
 * more later, because a payment may have been in progress.
 * @throws Error for an outcome that does not close an attempt
 */
export function closeAttempt(
  attempt: AttemptFacts,
  outcome: ChargeOutcome,
  { now, reason }: { now: Date; reason: string | null },
): AttemptChange {
  const to = closedAs(outcome);
  if (!to) throw new Error(`${outcome.kind} closes no attempt`);
  const { id, status: from, source, expiresAt } = attempt;
  const lastLookAt = to === 'expired' && source === 'promptpay' && expiresAt ? qrLastReadAt(expiresAt) : null;
  const isUnsent = outcome.kind === 'declined' && outcome.isUnsent === true;
  const sentAt = isUnsent ? null : (attempt.sentAt ?? now);
  return {
    id,
    from,
    to,
    reason,
    closedAt: now,
    sentAt,
    network: null,
    chargeId: ('chargeId' in outcome ? outcome.chargeId : null) ?? attempt.chargeId,
    checkAt: lastLookAt && lastLookAt > now ? lastLookAt : null,
  };
}
