import { and, eq, inArray, sql, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { isHeldAgain, isStaleDispute, isTakenBack, type DisputeStatus } from '@/domain/dispute';
import { chargeableFrom } from '@/domain/payment';
import { CHARGED_METHODS } from '@/domain/subscription';
import type { Ctx } from '../../platform/context';
import { transaction, type Db, type Tx } from '../../db';
import { queryRows } from '../../db/query-rows';
import { disputes, moneyReceived, orders, payments } from '../../db/schema';
import { typedSql } from '../../db/query-rows';
import type { GatewayCharge } from '../../gateways/omise/charges';
import { log } from '../../platform/log';
import { openDispute, stepDispute } from '../../lifecycle/disputes';
import { addEvents } from '../../lifecycle/events';
import { withdrawReminders } from '../../lifecycle/withdraw-reminders';
import { isChargingHeld } from '../../lifecycle/charging-hold';
import { lockMoney } from './gateway-refunds';

/**
 * Records that a payment is disputed, or was reversed without a dispute. Holds the card charges of its
 * account until an operator decides. A repeated call for the same state changes nothing.
 */
export async function recordDispute({ db, now }: Ctx, charge: GatewayCharge): Promise<void> {
  const isPaid = charge.outcome.kind === 'succeeded';
  if (isPaid && !charge.dispute) return;
  await transaction(db, async (tx) => {
    const money = await lockMoney(tx, charge.chargeId);
    if (!money) return;
    const facts = { moneyId: money.id, fingerprint: charge.cardFingerprint };
    if (charge.dispute) {
      const { id, status, amount, reason } = charge.dispute;
      await writeDispute(tx, now, { ...facts, providerRef: id, kind: 'dispute', status, amount, reason });
    } else if (
      isTakenBack({ isReversed: charge.isReversed, isPaid }, { recordedAt: money.recordedAt, now })
    ) {
      const reversal = { ...facts, providerRef: charge.chargeId, amount: money.amount };
      await writeDispute(tx, now, { ...reversal, kind: 'reversal', status: 'lost', reason: null });
    }
  });
}

interface DisputeFacts {
  moneyId: string;
  providerRef: string;
  kind: 'dispute' | 'reversal';
  status: DisputeStatus;
  amount: number;
  reason: string | null;
  fingerprint: string | null;
}

async function writeDispute(tx: Tx, now: Date, facts: DisputeFacts): Promise<void> {
  const [before] = await tx.select().from(disputes).where(eq(disputes.providerRef, facts.providerRef));
  if (before && (before.status === facts.status || isStaleDispute(before, facts.status))) return;
  log.warn('payments.disputed', { outcome: `${facts.kind} ${facts.status}` });
  if (!before) {
    await openDispute(tx, now, facts);
    return withdrawChargeReminders(tx, facts.moneyId);
  }
  const isHeld = isHeldAgain(before, facts.status);
  await stepDispute(tx, now, before, { to: facts.status, isHeldAgain: isHeld });
  if (isHeld) await withdrawChargeReminders(tx, facts.moneyId);
}

/** Returns the ids of the charges whose dispute the gateway had not decided when it was read last. */
export async function findOpenDisputes(db: Db): Promise<string[]> {
  const rows = await db
    .select({ chargeId: moneyReceived.providerRef })
    .from(disputes)
    .innerJoin(moneyReceived, eq(moneyReceived.id, disputes.moneyId))
    .where(inArray(disputes.status, ['open', 'pending']));
  return rows.map(({ chargeId }) => chargeId);
}

/**
 * Deletes the queued reminders of charges that a dispute holds. They are queued again if charging resumes.
 */
export async function withdrawChargeReminders(tx: Tx, moneyId: string): Promise<void> {
  const paid = alias(orders, 'paid');
  const upcoming = await tx
    .select({ id: orders.id })
    .from(moneyReceived)
    .innerJoin(paid, eq(paid.id, moneyReceived.orderId))
    .innerJoin(orders, eq(orders.accountId, paid.accountId))
    .where(and(eq(moneyReceived.id, moneyId), eq(orders.status, 'upcoming')));
  await withdrawReminders(
    tx,
    upcoming.map(({ id }) => id),
  );
}

/**
 * Makes payments due again that were not charged because of a dispute. They are due at once, but not before
 * 09:00.
 * @returns the number of payments
 */
export async function resumeCharging(tx: Tx, now: Date, accountId: string): Promise<number> {
  if (await isChargingHeld(tx, { accountId, fingerprint: null })) return 0;
  const dueAt = chargeableFrom(now);
  const resumed = await tx
    .update(payments)
    .set({ dueAt, givesUpAt: null })
    .where(
      and(
        eq(payments.accountId, accountId),
        inArray(payments.method, [...CHARGED_METHODS]),
        eq(payments.status, 'failed'),
        eq(payments.reason, 'disputed'),
        sql`exists (select 1 from ${orders} o where o.id = ${payments.orderId} and o.status = 'charging'
          and o.kind = 'renewal')`,
      ),
    )
    .returning({ id: payments.orderId });
  addEvents(
    tx,
    now,
    resumed.map(({ id }) => ({ type: 'payment.updated', id, changes: { dueAt } })),
  );
  return resumed.length;
}

/**
 * SQL condition that a payment has an open or lost dispute that is not recorded as a refund. A refund would
 * then pay the subscriber twice.
 */
export const isMoneyDisputed = (moneyId: SQLWrapper | string) =>
  typedSql(
    z.boolean(),
    sql`exists (select 1 from disputes d
    where d.money_id = ${moneyId} and d.status <> 'won' and d.booked_at is null)`,
  );

/**
 * SQL condition that a dispute needs an operator's decision: charging is on hold, or a lost amount is not booked, or a
 * booked one was won after all.
 */
export const isPendingDispute = (d: Record<'charging' | 'status' | 'bookedAt', SQLWrapper>) =>
  sql`(${d.charging} = 'held' or (${d.status} = 'lost' and ${d.bookedAt} is null)
    or (${d.status} = 'won' and ${d.bookedAt} is not null))`;

const disputedRow = z.object({ disputed: z.boolean() });

/**
 * Whether a payment has an open or lost dispute that is not recorded as a refund. A refund would then pay the
 * subscriber twice.
 */
export async function isDisputed(db: Db | Tx, moneyId: string): Promise<boolean> {
  const [found] = await queryRows(db, disputedRow, sql`select ${isMoneyDisputed(moneyId)} as disputed`);
  return found?.disputed ?? false;
}
