import type { AttemptSource, AttemptStatus } from '../payment';
import { qrLastLookAt } from '../payment-link';
import { closedAs, type ChargeOutcome } from '../settlement';
import type { AttemptChange } from './changes';

/** What the end of an attempt depends on. */
export interface AttemptFacts {
  id: string;
  status: AttemptStatus;
  source: AttemptSource;
  chargeId: string | null;
  sentAt: Date | null;
  expiresAt: Date | null;
}

/**
 * Closes an attempt as what the gateway said of it. A QR code that expired is read once more later: somebody may have
 * been paying when it ended.
 * @throws Error for an outcome that leaves an attempt open
 */
export function closeAttempt(
  attempt: AttemptFacts,
  outcome: ChargeOutcome,
  { now, reason }: { now: Date; reason: string | null },
): AttemptChange {
  const to = closedAs(outcome);
  if (!to) throw new Error(`${outcome.kind} closes no attempt`);
  const { id, status: from, source, expiresAt } = attempt;
  const lastLookAt = to === 'expired' && source === 'promptpay' && expiresAt ? qrLastLookAt(expiresAt) : null;
  return {
    ...{ id, from, to, reason, closedAt: now, sentAt: attempt.sentAt ?? now, network: null },
    chargeId: ('chargeId' in outcome ? outcome.chargeId : null) ?? attempt.chargeId,
    checkAt: lastLookAt && lastLookAt > now ? lastLookAt : null,
  };
}
