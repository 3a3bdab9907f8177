import { and, asc, eq, inArray, isNotNull, min, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from '@/domain/errors';
import type { PaymentChange } from '@/domain/lifecycle/payment-changes';
import { chargeableFrom } from '@/domain/payment';
import type { ChargeOutcome } from '@/domain/settlement';
import { CHARGED_METHODS } from '@/domain/subscription';
import type { Ctx } from '../../platform/context';
import type { Tx } from '../../db';
import { chargeAttempts, orders, payments } from '../../db/schema';
import { typedSql } from '../../db/query-rows';
import { isChallengeRequired } from '../cards/card-limits';
import { BILLING_IS_PAUSED, isBillingPaused } from '../../platform/flags';
import { createCharge } from '../../gateways/omise/charges';
import { cardGateway } from '../../gateways/omise/calls';
import { applyChanges } from '../../lifecycle/apply-changes';
import { voidQrCodes } from '../../lifecycle/attempts';
import { waitsForNoBox } from '../../lifecycle/late-boxes';
import { lockSet, type LockedSet } from '../../lifecycle/locks';
import { countAwaitedCharge } from './rate';
import { commitClaim } from './commit-claim';
import { isDue } from './queries';
import { settleAttempt } from '../settlement/settle';
import type { Settled } from '../settlement/decide-outcomes';
import { QrsUnreadError, withQrsRead, type QrsRead } from './unread-qrs';
import { writeAttempts, type WrittenAttempt } from './write-attempts';

/** Whether a bank account is charged. The limits of cards and 3-D Secure do not apply to it. */
const isOfBankAccount = (request: WrittenAttempt['request']): boolean =>
  request !== null && 'linkedAccountId' in request;

/**
 * Sends a written attempt to the gateway. If there is nothing to charge, or it must not be charged, returns a
 * decline without a call.
 */
export async function callGateway(ctx: Ctx, { request, refusal }: WrittenAttempt): Promise<ChargeOutcome> {
  if (!request) return { kind: 'declined', chargeId: null, code: refusal ?? 'no_card', isUnsent: true };
  if (request.initiator === 'merchant' || isOfBankAccount(request)) return createCharge(request);
  countAwaitedCharge(ctx.db);
  // The attempt counts as sent: a failed read here would leave a charge that was never made with an unknown outcome.
  const isChallenged = await isChallengeRequired(ctx, request.accountId).catch(() => true);
  return createCharge({ ...request, isChallenged });
}

/** Calls the gateway for a written attempt, and settles the outcome. */
export async function sendAttempt(ctx: Ctx, written: WrittenAttempt): Promise<Settled | null> {
  return settleAttempt(ctx, written.attemptId, await callGateway(ctx, written));
}

/**
 * Returns the due payments by card or bank account, the earliest due first. The list is empty while billing is paused or the
 * gateway is unavailable. It has at most one payment while one charge may test the gateway.
 */
export async function listDuePayments({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  const capacity = await cardGateway.capacity();
  if (capacity === 'none' || (await isBillingPaused(db))) return [];
  return db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        isNotNull(payments.dueAt),
        isDue(now),
        inArray(payments.method, [...CHARGED_METHODS]),
        isNotHeld(now, sql`${payments.orderId}`),
        waitsForNoBox(now),
      ),
    )
    .orderBy(asc(payments.dueAt), asc(payments.id))
    .limit(capacity === 'one' ? 1 : limit);
}

/** SQL condition that no QR code of a repair link can be scanned for the order. The card is not retried meanwhile. */
const isNotHeld = (now: Date, orderId: SQL) => sql`not exists (select 1 from charge_attempts h
  where h.order_id = ${orderId} and h.holds_retry and h.status in ('sent','action_required')
    and h.expires_at > ${now.toISOString()}::timestamptz)`;

/**
 * Returns the next instant after `after` at which a payment is charged or its link is made; null if none is planned.
 */
export async function nextDueAt({ db }: Ctx, after: Date): Promise<Date | null> {
  const isNight = chargeableFrom(after) > after;
  const [row] = await db
    .select({ at: min(payments.dueAt) })
    .from(payments)
    .where(isNight ? isNotNull(payments.dueAt) : sql`${payments.dueAt} > ${after.toISOString()}`);
  return row?.at ? chargeableFrom(row.at > after ? row.at : after) : null;
}

/** Whether charges may be sent: the gateway is available, or one charge may test it. */
export async function canCharge(): Promise<boolean> {
  return (await cardGateway.capacity()) !== 'none';
}

/** The result of claiming due payments. The caller must send the written attempts. */
export interface ClaimedSet {
  written: WrittenAttempt[];
  /** Payments to claim one by one: another process has locked them, or a QR code must be read first. */
  left: string[];
}

/**
 * Claims due payments: writes an attempt for each payment and clears its due time. Skips a payment that is no
 * longer due, or whose order has an open attempt.
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
    const requests = due.map(({ orderId, retryStepsUsed }) => {
      const trigger = retryStepsUsed === 0 ? ('billing_run' as const) : ('retry' as const);
      return { orderId, trigger, returnPath: '/account' };
    });
    // The subscriber may also have requested a link. The link's QR code must not delay the announced charge.
    if (due[0]?.hasOpenQr) await voidQrCodes(tx, now, [due[0].orderId]);
    const { written, unread } = await writeAttempts(tx, now, requests, qrsRead);
    const claimed = new Set(written.map(({ orderId }) => orderId));
    await applyChanges(
      tx,
      now,
      due.flatMap(({ orderId, retryStepsUsed, subscriptionId }) => {
        if (!claimed.has(orderId)) return [];
        const payments: PaymentChange[] = [{ orderId, dueAt: null, retryStepsUsed: retryStepsUsed + 1 }];
        return { cause: 'payment_date_began', actor: 'billing', subscriptionId, payments };
      }),
    );
    if (isAlone && unread.length > 0) throw new QrsUnreadError(unread.flatMap(({ qrs }) => qrs));
    const unreadOrders = new Set(unread.map(({ orderId }) => orderId));
    const left = claimable.filter(
      ({ orderId, hasOpenQr }) => !isAlone && (hasOpenQr || unreadOrders.has(orderId)),
    );
    return { written, left: [...locked.left, ...left.map(({ paymentId }) => paymentId)] };
  });
}

/**
 * Returns the payments that are still due. The caller must have locked their subscriptions (`locked`), so
 * that no other command changes them.
 */
async function listClaimable(tx: Tx, now: Date, paymentIds: readonly string[], { subscriptions }: LockedSet) {
  const hasOpenQr = typedSql(
    z.boolean(),
    sql`exists (select 1 from ${chargeAttempts} where ${chargeAttempts.orderId} = ${orders.id}
    and ${chargeAttempts.source} = 'promptpay' and ${chargeAttempts.status} = 'action_required')`,
  );
  const rows = await tx
    .select({
      paymentId: payments.id,
      orderId: orders.id,
      subscriptionId: orders.subscriptionId,
      retryStepsUsed: payments.retryStepsUsed,
      hasOpenQr,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        sql`${payments.id} in (select jsonb_array_elements_text(${JSON.stringify(paymentIds)}::jsonb))`,
        isDue(now),
        inArray(payments.method, [...CHARGED_METHODS]),
        eq(orders.status, 'charging'),
        isNotHeld(now, sql`${orders.id}`),
        waitsForNoBox(now),
        sql`not ${BILLING_IS_PAUSED}`,
      ),
    );
  return rows.filter(({ paymentId }) => subscriptions.get(paymentId)?.status === 'active');
}

/**
 * Claims one due payment, after reading its QR codes at the gateway. If a QR code can't be read, the payment
 * stays due for the next run.
 * @returns null if the payment was not claimed: it is no longer due, another process claimed it, or a QR code
 *   can't be read
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

/** Claims, charges and settles one due payment. @returns the statuses afterwards; null if it was not claimed */
export async function chargeDuePayment(ctx: Ctx, paymentId: string): Promise<Settled | null> {
  const written = await claimDuePayment(ctx, paymentId);
  return written && sendAttempt(ctx, written);
}
