import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { qrLastReadAt } from '@/domain/payment-link';
import type { ChargeOutcome, Settlement } from '@/domain/settlement';
import type { Tx } from '../db';
import { chargeAttempts } from '../db/schema';

type Attempt = typeof chargeAttempts.$inferSelect;

const FIRST_READ_MS = 30_000;

const chargeIdOf = (outcome: ChargeOutcome) => ('chargeId' in outcome ? outcome.chargeId : null);

/**
 * Marks the outcome of an attempt as unknown. The attempt stays open. Its charge is read at the gateway after
 * 30 seconds.
 */
export async function markOutcomeUnknown(
  tx: Tx,
  now: Date,
  attempt: Attempt,
  outcome: ChargeOutcome,
): Promise<void> {
  await tx
    .update(chargeAttempts)
    .set({
      status: 'unknown',
      unknownSince: attempt.unknownSince ?? now,
      chargeId: chargeIdOf(outcome) ?? attempt.chargeId,
      checkAt: attempt.status === 'unknown' ? attempt.checkAt : new Date(now.getTime() + FIRST_READ_MS),
    })
    .where(and(eq(chargeAttempts.id, attempt.id), ne(chargeAttempts.status, 'action_required')));
}

/**
 * Marks sent attempts of a stopped process as unknown, so that their charges are read at the gateway at once.
 */
export async function markUnknown(tx: Tx, now: Date, attemptIds: string[]): Promise<void> {
  if (attemptIds.length === 0) return;
  await tx
    .update(chargeAttempts)
    .set({ status: 'unknown', unknownSince: now, checkAt: now })
    .where(and(inArray(chargeAttempts.id, attemptIds), eq(chargeAttempts.status, 'sent')));
}

/**
 * Marks an attempt as waiting for the payer. The deadline of a 3-D Secure challenge is set only once. An
 * abandoned challenge expires at once. The expiry of a QR code does not change.
 * @returns the deadline
 */
export async function markActionRequired(
  tx: Tx,
  now: Date,
  attempt: Attempt,
  outcome: ChargeOutcome,
  settlement: Extract<Settlement, { kind: 'wait_action' | 'abandon' }>,
): Promise<Date> {
  const isKnown = attempt.status === 'action_required';
  const isAbandoned = settlement.kind === 'abandon';
  const expiresAt = isAbandoned ? now : (attempt.expiresAt ?? settlement.deadline);
  const nextReadAt = isKnown ? attempt.checkAt : new Date(now.getTime() + 2 * FIRST_READ_MS);
  await tx
    .update(chargeAttempts)
    .set({
      status: 'action_required',
      chargeId: chargeIdOf(outcome) ?? attempt.chargeId,
      authorizeUri: outcome.kind === 'action_required' ? outcome.authorizeUri : attempt.authorizeUri,
      expiresAt: attempt.source === 'promptpay' ? attempt.expiresAt : expiresAt,
      checkAt: isAbandoned ? now : nextReadAt,
    })
    .where(eq(chargeAttempts.id, attempt.id));
  return expiresAt;
}

/**
 * Voids the open QR codes and payments in an app of orders. The gateway cannot expire a code, so its charge is read
 * until it expires; a payment in an app is ended there by the next poll. A later payment is settled by the normal rules.
 */
export async function voidQrCodes(tx: Tx, now: Date, orderIds: string[]): Promise<void> {
  await tx
    .update(chargeAttempts)
    .set({
      status: 'voided',
      closedAt: now,
      reason: 'left',
      checkAt: sql`case when ${chargeAttempts.app} is null then ${chargeAttempts.checkAt} else ${now.toISOString()} end`,
    })
    .where(
      and(
        inArray(chargeAttempts.orderId, orderIds),
        eq(chargeAttempts.source, 'promptpay'),
        eq(chargeAttempts.status, 'action_required'),
      ),
    );
}

/**
 * Voids a QR code whose creation got no response. The response contains the image, so the code cannot be
 * scanned, and another code can be created at once. After the code's expiry its charge is searched at the
 * gateway.
 */
export async function voidUnseenQrCode(
  tx: Tx,
  now: Date,
  { id, expiresAt, createdAt }: Attempt,
): Promise<void> {
  await tx
    .update(chargeAttempts)
    .set({ status: 'voided', closedAt: now, reason: 'left', checkAt: qrLastReadAt(expiresAt ?? createdAt) })
    .where(eq(chargeAttempts.id, id));
}
