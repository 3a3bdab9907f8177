import { and, eq, inArray, ne } from 'drizzle-orm';
import { qrLastReadAt } from '@/domain/payment-link';
import type { ChargeOutcome, Settlement } from '@/domain/settlement';
import type { Tx } from '../db';
import { chargeAttempts } from '../db/schema';

type Attempt = typeof chargeAttempts.$inferSelect;

const FIRST_LOOK_MS = 30_000;

const chargeIdOf = (outcome: ChargeOutcome) => ('chargeId' in outcome ? outcome.chargeId : null);

/** Marks an attempt as unknown; it stays open, and the gateway is read soon. */
export async function waitForOutcome(
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
      checkAt: attempt.status === 'unknown' ? attempt.checkAt : new Date(now.getTime() + FIRST_LOOK_MS),
    })
    .where(and(eq(chargeAttempts.id, attempt.id), ne(chargeAttempts.status, 'action_required')));
}

/** Marks attempts as unknown whose process may have died; the gateway is read now. */
export async function loseAnswers(tx: Tx, now: Date, attemptIds: string[]): Promise<void> {
  if (attemptIds.length === 0) return;
  await tx
    .update(chargeAttempts)
    .set({ status: 'unknown', unknownSince: now, checkAt: now })
    .where(and(inArray(chargeAttempts.id, attemptIds), eq(chargeAttempts.status, 'sent')));
}

/**
 * Writes that a charge waits for somebody: a bank's page that is new, one that we hear of again (its deadline stays), one
 * that nobody wants any more (`abandon`: over at once), or a QR code, whose end was fixed when it was made.
 * @returns until when it waits
 */
export async function waitForPerson(
  tx: Tx,
  now: Date,
  attempt: Attempt,
  outcome: ChargeOutcome,
  settlement: Extract<Settlement, { kind: 'wait_action' | 'abandon' }>,
): Promise<Date> {
  const isKnown = attempt.status === 'action_required';
  const isAbandoned = settlement.kind === 'abandon';
  const expiresAt = isAbandoned ? now : (attempt.expiresAt ?? settlement.deadline);
  const nextReadAt = isKnown ? attempt.checkAt : new Date(now.getTime() + 2 * FIRST_LOOK_MS);
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
 * Gives up the QR codes of some orders. The gateway can't expire them: their charges stay watched until they are over,
 * and money that comes for them all the same is judged like any other.
 */
export async function leaveQrs(tx: Tx, now: Date, orderIds: string[]): Promise<void> {
  await tx
    .update(chargeAttempts)
    .set({ status: 'voided', closedAt: now, reason: 'left' })
    .where(
      and(
        inArray(chargeAttempts.orderId, orderIds),
        eq(chargeAttempts.source, 'promptpay'),
        eq(chargeAttempts.status, 'action_required'),
      ),
    );
}

/**
 * Gives up a QR code whose creation was not answered. Its picture came with the answer, so nobody can scan it and the
 * next code may be made at once. Its charge, if there is one, is looked for after the code's end.
 */
export async function leaveUnseenQr(tx: Tx, now: Date, { id, expiresAt, createdAt }: Attempt): Promise<void> {
  await tx
    .update(chargeAttempts)
    .set({ status: 'voided', closedAt: now, reason: 'left', checkAt: qrLastReadAt(expiresAt ?? createdAt) })
    .where(eq(chargeAttempts.id, id));
}
