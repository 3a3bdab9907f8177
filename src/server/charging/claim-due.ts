import { and, asc, eq, isNotNull, lte, min, sql } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import type { PaymentChange } from '@/domain/lifecycle/changes';
import type { ChargeOutcome } from '@/domain/settlement';
import type { Ctx } from '../platform/context';
import type { Tx } from '../db';
import { chargeAttempts, orders, payments } from '../db/schema';
import { BILLING_IS_PAUSED, isBillingPaused } from '../platform/flags';
import { createCharge } from '../gateways/omise/charges';
import { cardGateway } from '../gateways/omise/calls';
import { applyChanges } from '../lifecycle/apply-changes';
import { voidQrCodes } from '../lifecycle/attempts';
import { lockSet, type LockedSet } from '../lifecycle/locks';
import { countAwaitedCharge } from './rate';
import { commitClaim } from './claims';
import { settleAttempt } from '../settlement/settle';
import type { Settled } from '../settlement/cases';
import { QrsUnread, withQrsRead, type QrsRead } from './unread-qrs';
import { writeAttempts, type WrittenAttempt } from './write-attempts';

/** Calls the gateway for a written attempt, once. Without a card, or where it must not be charged, nothing is called. */
export async function callGateway({ db }: Ctx, { request, refusal }: WrittenAttempt): Promise<ChargeOutcome> {
  if (!request) return { kind: 'declined', chargeId: null, code: refusal ?? 'no_card' };
  if (request.initiator === 'customer') countAwaitedCharge(db);
  return createCharge(request);
}

/** Calls the gateway for a written attempt, and settles the outcome. */
export async function sendAttempt(ctx: Ctx, written: WrittenAttempt): Promise<Settled | null> {
  return settleAttempt(ctx, written.attemptId, await callGateway(ctx, written));
}

/**
 * Card payments that are due, longest due first. None while billing is paused or the gateway does not answer, one when it
 * answers again.
 */
export async function listDuePayments({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  const capacity = await cardGateway.capacity();
  if (capacity === 'none' || (await isBillingPaused(db))) return [];
  return db
    .select({ id: payments.id })
    .from(payments)
    .where(and(isNotNull(payments.dueAt), lte(payments.dueAt, now), eq(payments.method, 'card')))
    .orderBy(asc(payments.dueAt), asc(payments.id))
    .limit(capacity === 'one' ? 1 : limit);
}

/** When the next payment after `after` falls due; null when none is planned. */
export async function nextDueAt({ db }: Ctx, after: Date): Promise<Date | null> {
  const [row] = await db
    .select({ at: min(payments.dueAt) })
    .from(payments)
    .where(sql`${payments.dueAt} > ${after.toISOString()}`);
  return row?.at ?? null;
}

/** Whether the gateway answers, or may be tried by one charge. */
export async function mayCharge(): Promise<boolean> {
  return (await cardGateway.capacity()) !== 'none';
}

/** Due payments that were claimed: their attempts are written, and have to be sent. */
export interface ClaimedSet {
  written: WrittenAttempt[];
  /** Payments to be claimed alone: others hold them locked, or a QR code has to be read first. */
  left: string[];
}

/**
 * Claims due payments: writes an attempt for each, and makes it no longer due. What is no longer due, or has a live
 * attempt, is not claimed.
 */
export async function claimDuePayments(
  { db, now }: Ctx,
  paymentIds: readonly string[],
  qrsRead: QrsRead = new Set(),
): Promise<ClaimedSet> {
  return commitClaim(db, async (tx) => {
    const locked = await lockSet(tx, 'payment', paymentIds);
    const claimable = await listClaimable(tx, now, paymentIds, locked);
    const isAlone = paymentIds.length === 1;
    const due = claimable.filter(({ hasOpenQr }) => isAlone || !hasOpenQr);
    const requests = due.map(({ orderId, rungsUsed }) => {
      const trigger = rungsUsed === 0 ? ('billing_run' as const) : ('retry' as const);
      return { orderId, trigger, returnPath: '/account' };
    });
    // A link may have been asked for besides; its QR code must not hold up what was announced.
    if (due[0]?.hasOpenQr) await voidQrCodes(tx, now, [due[0].orderId]);
    const { written, unread } = await writeAttempts(tx, now, requests, qrsRead);
    const claimed = new Set(written.map(({ orderId }) => orderId));
    await applyChanges(
      tx,
      now,
      due.flatMap(({ orderId, rungsUsed, subscriptionId }) => {
        if (!claimed.has(orderId)) return [];
        const payments: PaymentChange[] = [{ orderId, dueAt: null, rungsUsed: rungsUsed + 1 }];
        return { cause: 'payment_date_began', actor: 'billing', subscriptionId, payments };
      }),
    );
    if (isAlone && unread.length > 0) throw new QrsUnread(unread.flatMap(({ qrs }) => qrs));
    const waits = new Set(unread.map(({ orderId }) => orderId));
    const left = claimable.filter(({ orderId, hasOpenQr }) => !isAlone && (hasOpenQr || waits.has(orderId)));
    return { written, left: [...locked.left, ...left.map(({ paymentId }) => paymentId)] };
  });
}

/** Reads again under the lock what is due: a cancel, a skip or another worker may have come first. */
async function listClaimable(tx: Tx, now: Date, paymentIds: readonly string[], { subscriptions }: LockedSet) {
  const hasOpenQr = sql<boolean>`exists (select 1 from ${chargeAttempts} where ${chargeAttempts.orderId} = ${orders.id}
    and ${chargeAttempts.source} = 'promptpay' and ${chargeAttempts.status} = 'action_required')`;
  const rows = await tx
    .select({
      paymentId: payments.id,
      orderId: orders.id,
      subscriptionId: orders.subscriptionId,
      rungsUsed: payments.rungsUsed,
      hasOpenQr,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        sql`${payments.id} in (select jsonb_array_elements_text(${JSON.stringify(paymentIds)}::jsonb))`,
        lte(payments.dueAt, now),
        eq(payments.method, 'card'),
        eq(orders.status, 'charging'),
        sql`not ${BILLING_IS_PAUSED}`,
      ),
    );
  return rows.filter(({ paymentId }) => subscriptions.get(paymentId)?.status === 'active');
}

/**
 * Claims one due payment, after its QR codes were read at the gateway. If one can't be read, the payment stays due for
 * the next run.
 * @returns null when it is no longer due, or somebody else was quicker
 */
export async function claimDuePayment(ctx: Ctx, paymentId: string): Promise<WrittenAttempt | null> {
  try {
    return await withQrsRead(ctx, async (qrsRead) => {
      const { written } = await claimDuePayments(ctx, [paymentId], qrsRead);
      return written[0] ?? null;
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'CHECKOUT_FAILED') return null;
    throw error;
  }
}

/** Charges one due payment: claims it, calls the gateway, settles. @returns what stands; null when it was not claimed */
export async function chargeDuePayment(ctx: Ctx, paymentId: string): Promise<Settled | null> {
  const written = await claimDuePayment(ctx, paymentId);
  return written && sendAttempt(ctx, written);
}
