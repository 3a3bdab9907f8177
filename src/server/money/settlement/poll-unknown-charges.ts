import { and, asc, eq, inArray, isNotNull, lte, lt, or } from 'drizzle-orm';
import { HOUR_MS, MINUTE_MS } from '@/domain/duration';
import { lastReadAt } from '@/domain/pay-app';
import { COUNTS_AS_RETRY } from '@/domain/payment';
import { ACTION_MINUTES, type ChargeOutcome } from '@/domain/settlement';
import type { Ctx } from '../../platform/context';
import { systemNow } from '../../platform/clock';
import { transaction } from '../../db';
import { chargeAttempts } from '../../db/schema';
import { expireCharge, fetchCharge } from '../../gateways/omise/charges';
import { cardGateway } from '../../gateways/omise/calls';
import { voidUnseenQrCode, markUnknown } from '../../lifecycle/attempts';
import { log } from '../../platform/log';
import { endAppPayment, isWaiting } from './end-app-payment';
import { settleAttempt } from './settle';

type Attempt = typeof chargeAttempts.$inferSelect;

/**
 * The time without a response after which a sent attempt has an unknown outcome, because its process stopped.
 */
const LEASE_MS = 3 * MINUTE_MS;
/** The waits between the polls of a charge. The last wait repeats. */
const POLL_AFTER_MS = [MINUTE_MS / 2, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS];
const LAST_WAIT = POLL_AFTER_MS.length - 1;
/**
 * The time after a gateway call after which a charge missing at the gateway was never made: for a
 * subscriber's attempt, and for an attempt of a billing run.
 */
const ABSENT_AFTER_MS = { subscriber: HOUR_MS, run: 24 * HOUR_MS };

const POLLABLE = ['unknown', 'action_required'] as const;

/**
 * Marks card attempts without a response as unknown, because their processes have stopped. These attempts are
 * never sent again. QR codes without a response become void, because no subscriber has seen them.
 * @param limit the largest number of attempts to handle
 * @returns the number of handled attempts
 */
export async function expireLeases({ db, now }: Ctx, limit: number): Promise<number> {
  const before = new Date(systemNow().getTime() - LEASE_MS);
  return transaction(db, async (tx) => {
    const lost = await tx
      .select()
      .from(chargeAttempts)
      .where(and(eq(chargeAttempts.status, 'sent'), lt(chargeAttempts.requestedAt, before)))
      .limit(limit)
      .for('update', { skipLocked: true });
    const cards = lost.filter(({ source }) => source === 'card').map(({ id }) => id);
    await markUnknown(tx, now, cards);
    for (const qr of lost) if (qr.source === 'promptpay') await voidUnseenQrCode(tx, now, qr);
    return lost.length;
  });
}

/**
 * Returns the SQL condition that an attempt's charge may still change. It includes closed attempts, because
 * an abandoned QR code can still be paid.
 */
export function isPollable() {
  return or(inArray(chargeAttempts.status, [...POLLABLE]), isNotNull(chargeAttempts.closedAt));
}

/** Returns attempts with a known charge whose poll is due, the longest due first. */
export async function listAttemptsToPoll({ db, now }: Ctx, limit: number): Promise<Attempt[]> {
  if ((await cardGateway.capacity()) === 'none') return [];
  return db
    .select()
    .from(chargeAttempts)
    .where(and(lte(chargeAttempts.checkAt, now), isNotNull(chargeAttempts.chargeId), isPollable()))
    .orderBy(asc(chargeAttempts.checkAt), asc(chargeAttempts.id))
    .limit(limit);
}

/**
 * Reads an attempt's charge at the gateway and settles its outcome. Does nothing for an attempt without a
 * known charge: reconciliation searches for that charge.
 */
export async function pollAttempt(ctx: Ctx, attempt: Attempt): Promise<void> {
  if (!attempt.chargeId) return;
  await scheduleNextPolls(ctx, [attempt]);
  await pollKnownCharge(ctx, attempt, attempt.chargeId);
}

/**
 * Reads and settles a charge for a subscriber who waits at the screen. Does not change the schedule of polls.
 */
export async function pollForSubscriber(ctx: Ctx, attempt: Attempt): Promise<void> {
  if (attempt.status !== 'unknown' && attempt.status !== 'action_required') return;
  if (attempt.chargeId) await pollKnownCharge(ctx, attempt, attempt.chargeId);
}

/** Schedules the next poll of each attempt. */
export async function scheduleNextPolls({ db, now }: Ctx, attempts: readonly Attempt[]): Promise<void> {
  await transaction(db, async (tx) => {
    for (const attempt of attempts) {
      const wait = POLL_AFTER_MS[Math.min(attempt.checks, LAST_WAIT)] ?? HOUR_MS;
      let at = new Date(now.getTime() + wait);
      // The poll is at the latest when it can close the attempt.
      const endsAt = attempt.chargeId ? attempt.expiresAt : absentFrom(attempt);
      if (endsAt && endsAt > now && endsAt < at) at = endsAt;
      await tx
        .update(chargeAttempts)
        .set({ checkAt: at, checks: attempt.checks + 1 })
        .where(and(eq(chargeAttempts.id, attempt.id), isNotNull(chargeAttempts.checkAt), isPollable()));
    }
  });
}

async function pollKnownCharge(ctx: Ctx, attempt: Attempt, chargeId: string): Promise<void> {
  const charge = await fetchCharge(chargeId);
  if (charge.kind !== 'ok') {
    log.warn('payments.check_failed', {
      attemptId: attempt.id,
      code: charge.kind === 'refused' ? charge.code : charge.why,
    });
    const isDeleted = charge.kind === 'refused' && charge.code === 'not_found';
    if (isDeleted && attempt.source === 'promptpay' && ctx.now >= lastReadAt(attempt, false))
      await settleQr(ctx, { ...attempt, chargeId }, { kind: 'expired', chargeId });
    return;
  }
  const { outcome } = charge.value;
  if (attempt.source === 'promptpay') return settleQr(ctx, { ...attempt, chargeId }, outcome);
  const stillOpen = isWaiting(outcome);
  const over =
    attempt.status === 'action_required' && attempt.expiresAt !== null && attempt.expiresAt <= ctx.now;
  if (stillOpen && over) await expireChallenge(ctx, attempt, { bySubscriber: false });
  else await settleAttempt(ctx, attempt.id, outcome);
}

/**
 * Settles the outcome of a QR code. The last poll is an hour after the code expires, because a payment may
 * have been in progress. A code that is unpaid then is settled as expired, so that it does not block other payments of
 * its account. A payment in an app that is voided or has expired is ended at the gateway first.
 */
async function settleQr(
  ctx: Ctx,
  attempt: Attempt & { chargeId: string },
  read: ChargeOutcome,
): Promise<void> {
  const outcome = await endIfUnwanted(ctx, attempt, read);
  const settled = await settleAttempt(ctx, attempt.id, outcome);
  if (ctx.now < lastReadAt(attempt, isWaiting(outcome))) return;
  if (settled?.attemptStatus === 'action_required') {
    log.warn('payments.qr_not_expired', { attemptId: attempt.id });
    await settleAttempt(ctx, attempt.id, { kind: 'expired', chargeId: attempt.chargeId });
  }
  await transaction(ctx.db, (tx) =>
    tx
      .update(chargeAttempts)
      .set({ checkAt: null })
      .where(and(eq(chargeAttempts.id, attempt.id), isNotNull(chargeAttempts.closedAt))),
  );
}

async function endIfUnwanted(
  { now }: Ctx,
  { app, chargeId, closedAt, expiresAt }: Attempt & { chargeId: string },
  outcome: ChargeOutcome,
): Promise<ChargeOutcome> {
  const isUnwanted = closedAt !== null || (expiresAt !== null && expiresAt <= now);
  if (!app || !isUnwanted || !isWaiting(outcome)) return outcome;
  const ended = await endAppPayment(chargeId);
  return ended.kind === 'ok' ? ended.value.outcome : outcome;
}

/**
 * Returns the instant from which the absence of a charge at the gateway proves that it was never made. The
 * wait starts with the gateway call, which can be long after the `now` of a billing run.
 */
export function absentFrom({ trigger, sentAt, requestedAt, createdAt }: Attempt): Date {
  const calledAt = Math.max((sentAt ?? createdAt).getTime(), requestedAt?.getTime() ?? 0);
  return new Date(calledAt + (COUNTS_AS_RETRY[trigger] ? ABSENT_AFTER_MS.run : ABSENT_AFTER_MS.subscriber));
}

/**
 * Expires an open 3-D Secure challenge at the gateway and settles the charge's outcome. If the gateway
 * refuses, a challenge that is unpaid 20 minutes after its start is settled as expired.
 * @param about `bySubscriber`: whether the subscriber pays another way. The rule of 20 minutes then also
 *   applies if the gateway does not respond.
 */
export async function expireChallenge(
  ctx: Ctx,
  attempt: Attempt,
  about: { bySubscriber: boolean },
): Promise<void> {
  if (!attempt.chargeId) return;
  const expired = await expireCharge(attempt.chargeId);
  if (expired.kind === 'ok' && !isWaiting(expired.value.outcome)) {
    await settleAttempt(ctx, attempt.id, expired.value.outcome);
    return;
  }
  const charge = await fetchCharge(attempt.chargeId);
  if (charge.kind !== 'ok') return;
  const { outcome } = charge.value;
  const opened = attempt.sentAt ?? attempt.createdAt;
  const longOver = ctx.now.getTime() - opened.getTime() >= ACTION_MINUTES * MINUTE_MS;
  const stillOpen = isWaiting(outcome);
  const mayEnd = longOver && (about.bySubscriber || expired.kind !== 'unavailable');
  if (!stillOpen) await settleAttempt(ctx, attempt.id, outcome);
  else if (mayEnd) await settleAttempt(ctx, attempt.id, { kind: 'expired', chargeId: attempt.chargeId });
}
