import { and, asc, eq, inArray, isNotNull, lte, lt, min, or, sql } from 'drizzle-orm';
import { HOUR_MS, MINUTE_MS } from '@/domain/duration';
import { qrLastReadAt } from '@/domain/payment-link';
import { COUNTS_AS_RETRY } from '@/domain/payment';
import { ACTION_MINUTES, type ChargeOutcome } from '@/domain/settlement';
import type { Ctx } from '../platform/context';
import { systemNow } from '../platform/clock';
import { transaction } from '../db';
import { chargeAttempts } from '../db/schema';
import { expireCharge, fetchCharge } from '../gateways/omise/charges';
import { cardGateway } from '../gateways/omise/calls';
import { voidUnseenQrCode, markUnknown } from '../lifecycle/attempts';
import { log } from '../platform/log';
import { settleAttempt } from './settle';

type Attempt = typeof chargeAttempts.$inferSelect;

/** How long a sent attempt may stay unanswered by the process that sent it before it counts as unknown. */
const LEASE_MS = 3 * MINUTE_MS;
/** Waits between looks at the gateway; the last one repeats. */
const LOOK_AFTER_MS = [MINUTE_MS / 2, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS];
const LAST_WAIT = LOOK_AFTER_MS.length - 1;
/** The list must have been read this long after sending to prove that a charge was never made. */
const ABSENT_AFTER_MS = { person: HOUR_MS, run: 24 * HOUR_MS };

const LOOKABLE = ['unknown', 'action_required'] as const;

/**
 * Attempts whose sender died: their outcome is unknown from now on. They are never sent again. A QR code that was never
 * shown is given up.
 */
export async function loseLeases({ db, now }: Ctx, limit: number): Promise<number> {
  const before = new Date(systemNow().getTime() - LEASE_MS);
  return transaction(db, async (tx) => {
    const lost = await tx
      .select()
      .from(chargeAttempts)
      .where(and(eq(chargeAttempts.status, 'sent'), lt(chargeAttempts.askedAt, before)))
      .limit(limit)
      .for('update', { skipLocked: true });
    const cards = lost.filter(({ source }) => source === 'card').map(({ id }) => id);
    await markUnknown(tx, now, cards);
    for (const qr of lost) if (qr.source === 'promptpay') await voidUnseenQrCode(tx, now, qr);
    return lost.length;
  });
}

/** What the gateway still has something to say about; a QR code that nobody wants any more may yet be paid. */
export function isLookable() {
  return or(inArray(chargeAttempts.status, [...LOOKABLE]), isNotNull(chargeAttempts.closedAt));
}

/** Attempts with a known charge whose next look at the gateway is due, longest waiting first. */
export async function listAttemptsToCheck({ db, now }: Ctx, limit: number): Promise<Attempt[]> {
  if ((await cardGateway.capacity()) === 'none') return [];
  return db
    .select()
    .from(chargeAttempts)
    .where(and(lte(chargeAttempts.checkAt, now), isNotNull(chargeAttempts.chargeId), isLookable()))
    .orderBy(asc(chargeAttempts.checkAt), asc(chargeAttempts.id))
    .limit(limit);
}

/** When the next look after `after` falls due; null when nothing waits. */
export async function nextCheckAt({ db }: Ctx, after: Date): Promise<Date | null> {
  const [row] = await db
    .select({ at: min(chargeAttempts.checkAt) })
    .from(chargeAttempts)
    .where(sql`${chargeAttempts.checkAt} > ${after.toISOString()}`);
  return row?.at ?? null;
}

/** Reads an attempt's charge at the gateway and settles it. An attempt without a known charge waits for the search. */
export async function checkAttempt(ctx: Ctx, attempt: Attempt): Promise<void> {
  if (!attempt.chargeId) return;
  await scheduleNextReads(ctx, [attempt]);
  await checkKnownCharge(ctx, attempt, attempt.chargeId);
}

/** The same for a person who waits at the screen, whose page may ask often: the plan of looks stays as it is. */
export async function checkForPerson(ctx: Ctx, attempt: Attempt): Promise<void> {
  if (attempt.status !== 'unknown' && attempt.status !== 'action_required') return;
  if (attempt.chargeId) await checkKnownCharge(ctx, attempt, attempt.chargeId);
}

/** Plans the next look at each of some attempts. */
export async function scheduleNextReads({ db, now }: Ctx, attempts: readonly Attempt[]): Promise<void> {
  await transaction(db, async (tx) => {
    for (const attempt of attempts) {
      const wait = LOOK_AFTER_MS[Math.min(attempt.checks, LAST_WAIT)] ?? HOUR_MS;
      let at = new Date(now.getTime() + wait);
      // Not later than the moment at which a look can end it.
      const endsAt = attempt.chargeId ? attempt.expiresAt : absentFrom(attempt);
      if (endsAt && endsAt > now && endsAt < at) at = endsAt;
      await tx
        .update(chargeAttempts)
        .set({ checkAt: at, checks: attempt.checks + 1 })
        .where(and(eq(chargeAttempts.id, attempt.id), isNotNull(chargeAttempts.checkAt), isLookable()));
    }
  });
}

async function checkKnownCharge(ctx: Ctx, attempt: Attempt, chargeId: string): Promise<void> {
  const charge = await fetchCharge(chargeId);
  if (charge.kind !== 'ok') {
    log.warn('payments.check_failed', {
      attemptId: attempt.id,
      code: charge.kind === 'refused' ? charge.code : charge.why,
    });
    const isGone = charge.kind === 'refused' && charge.code === 'not_found';
    if (isGone && isQrOver(ctx.now, attempt))
      await settleQr(ctx, { ...attempt, chargeId }, { kind: 'expired', chargeId });
    return;
  }
  const { outcome } = charge.value;
  if (attempt.source === 'promptpay') return settleQr(ctx, { ...attempt, chargeId }, outcome);
  const stillOpen = outcome.kind === 'action_required' || outcome.kind === 'pending';
  const over =
    attempt.status === 'action_required' && attempt.expiresAt !== null && attempt.expiresAt <= ctx.now;
  if (stillOpen && over) await giveUpAuthorization(ctx, attempt, { byPerson: false });
  else await settleAttempt(ctx, attempt.id, outcome);
}

/** A QR code that is over and that the gateway no longer has would hold up every other payment of its account. */
function isQrOver(now: Date, { source, expiresAt, createdAt }: Attempt): boolean {
  return source === 'promptpay' && now >= qrLastReadAt(expiresAt ?? createdAt);
}

/**
 * A QR code can't be given up at the gateway: it is over when the gateway says so, and is looked at once more an hour
 * after its end, for whoever was just paying.
 */
async function settleQr(
  ctx: Ctx,
  attempt: Attempt & { chargeId: string },
  outcome: ChargeOutcome,
): Promise<void> {
  const settled = await settleAttempt(ctx, attempt.id, outcome);
  if (!isQrOver(ctx.now, attempt)) return;
  if (settled?.attemptStatus === 'action_required') {
    log.warn('payments.qr_never_ended', { attemptId: attempt.id });
    await settleAttempt(ctx, attempt.id, { kind: 'expired', chargeId: attempt.chargeId });
  }
  await transaction(ctx.db, (tx) =>
    tx
      .update(chargeAttempts)
      .set({ checkAt: null })
      .where(and(eq(chargeAttempts.id, attempt.id), isNotNull(chargeAttempts.closedAt))),
  );
}

/**
 * From when on a list without the charge shows that it was never made. A run writes as of its beginning and may ask much
 * later: it counts from the asking.
 */
export function absentFrom({ trigger, sentAt, askedAt, createdAt }: Attempt): Date {
  const asked = Math.max((sentAt ?? createdAt).getTime(), askedAt?.getTime() ?? 0);
  return new Date(asked + (COUNTS_AS_RETRY[trigger] ? ABSENT_AFTER_MS.run : ABSENT_AFTER_MS.person));
}

/**
 * Ends an open 3-D Secure page: asks the gateway to expire the charge, and settles what the charge then is. Where
 * the gateway refuses to expire it, it is over once 20 minutes have passed and the charge is still unpaid.
 * @param about `byPerson`: a person wants to pay otherwise, so the same holds where the gateway did not answer.
 */
export async function giveUpAuthorization(
  ctx: Ctx,
  attempt: Attempt,
  about: { byPerson: boolean },
): Promise<void> {
  if (!attempt.chargeId) return;
  const expired = await expireCharge(attempt.chargeId);
  if (
    expired.kind === 'ok' &&
    expired.value.outcome.kind !== 'action_required' &&
    expired.value.outcome.kind !== 'pending'
  ) {
    await settleAttempt(ctx, attempt.id, expired.value.outcome);
    return;
  }
  const charge = await fetchCharge(attempt.chargeId);
  if (charge.kind !== 'ok') return;
  const { outcome } = charge.value;
  const opened = attempt.sentAt ?? attempt.createdAt;
  const longOver = ctx.now.getTime() - opened.getTime() >= ACTION_MINUTES * MINUTE_MS;
  const stillOpen = outcome.kind === 'action_required' || outcome.kind === 'pending';
  const mayEnd = longOver && (about.byPerson || expired.kind !== 'unavailable');
  if (!stillOpen) await settleAttempt(ctx, attempt.id, outcome);
  else if (mayEnd) await settleAttempt(ctx, attempt.id, { kind: 'expired', chargeId: attempt.chargeId });
}
