import { eq } from 'drizzle-orm';
import type { Ctx } from '../../platform/context';
import { transaction, type Db, type Tx } from '../../db';
import { chargeAttempts, orders, payments } from '../../db/schema';
import type { GatewayCharge } from '../../gateways/omise/charges';
import { log } from '../../platform/log';
import { lockSubscription } from '../../lifecycle/locks';
import { nextAttemptNo } from '../settlement/queries';
import { settleAttempt } from '../settlement/settle';
import type { Settled } from '../settlement/decide-outcomes';
import { recordForeignMoney } from '../settlement/received-money';

/**
 * Settles a charge that was read from the gateway. A charge that this product did not request is recorded for
 * the operator. If the attempt was erased with its registration, the payment is recorded and refunded. If
 * only the attempt is missing, for example in a restored backup, it is written again and settled.
 * @returns the result; null for a charge that this product did not request
 * @throws Error while the payment date of the order has not begun; the charge can be settled later
 */
export async function settleGatewayCharge(ctx: Ctx, charge: GatewayCharge): Promise<Settled | null> {
  const { chargeId, outcome } = charge;
  const attemptId = charge.attemptId ?? (await attemptOfCharge(ctx, chargeId));
  if (attemptId) {
    if (outcome.kind === 'succeeded' && !(await isKnownAttempt(ctx.db, attemptId)))
      await transaction(ctx.db, (tx) => rewriteAttempt(tx, ctx.now, attemptId, charge));
    return settleAttempt(ctx, attemptId, outcome);
  }
  if (outcome.kind === 'succeeded') await recordForeignMoney(ctx, outcome);
  return null;
}

async function attemptOfCharge({ db }: Ctx, chargeId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: chargeAttempts.id })
    .from(chargeAttempts)
    .where(eq(chargeAttempts.chargeId, chargeId));
  return row?.id ?? null;
}

export async function isKnownAttempt(db: Db | Tx, attemptId: string): Promise<boolean> {
  const rows = await db
    .select({ id: chargeAttempts.id })
    .from(chargeAttempts)
    .where(eq(chargeAttempts.id, attemptId));
  return rows.length > 0;
}

/** Writes a missing attempt again, as already closed, so that it never blocks a new attempt. */
async function rewriteAttempt(tx: Tx, now: Date, attemptId: string, charge: GatewayCharge): Promise<void> {
  const { orderId } = charge;
  if (orderId === null) return;
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order || !(await lockSubscription(tx, order.subscriptionId))) return;
  if (await isKnownAttempt(tx, attemptId)) return;
  const [begun] = await tx.select({ id: payments.id }).from(payments).where(eq(payments.orderId, orderId));
  if (!begun) throw new Error(`${orderId} was charged, but its payment date has not begun`);
  await tx.insert(chargeAttempts).values({
    id: attemptId,
    orderId,
    accountId: order.accountId,
    attemptNo: await nextAttemptNo(tx, orderId),
    source: charge.byQr ? 'promptpay' : 'card',
    trigger: 'billing_run',
    status: 'voided',
    reason: 'left',
    amount: charge.amount,
    createdAt: charge.createdAt,
    sentAt: charge.createdAt,
    expiresAt: charge.byQr ? charge.createdAt : null,
    closedAt: now,
  });
  log.error('payments.attempt_rewritten', { attemptId, orderId });
}
