import { and, eq, inArray, min, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ChargeOutcome } from '@/domain/settlement';
import type { Ctx } from '../../platform/context';
import { accounts, moneyReceived, orders, refunds } from '../../db/schema';
import { typedSql } from '../../db/query-rows';
import type { GatewayCharge } from '../../gateways/omise/charges';
import { log } from '../../platform/log';
import { recordDispute } from '../refunds/disputes';
import { isKnownAttempt, settleGatewayCharge } from './gateway-charge';
import { settleRefunds } from '../refunds/gateway-refunds';
import { recordForeignMoney } from '../settlement/received-money';

/**
 * The number of missing charges from which charges without an order are not refunded any more. The database
 * is then probably incomplete, and the operator decides about these charges.
 */
const REFUNDED_MAX = 10;

type Paid = GatewayCharge & { outcome: Extract<ChargeOutcome, { kind: 'succeeded' }> };

const isPaid = (charge: GatewayCharge): charge is Paid => charge.outcome.kind === 'succeeded';

/** The differences between a page of the gateway's list and the database. */
export interface Comparison {
  /** The number of payments and refunds that were missing in the database and are recorded now. */
  found: number;
  failed: number;
  /** The ids of charges whose refunds exceed the recorded payment. */
  unknownRefunds: string[];
}

/**
 * Compares charges with the database and settles every missing payment and refund, one by one.
 * @param foundBefore the number of missing payments and refunds on earlier pages
 */
export async function compareCharges(
  ctx: Ctx,
  charges: GatewayCharge[],
  foundBefore: number,
): Promise<Comparison> {
  const paid = charges.filter(isPaid);
  const recorded = await readRecorded(ctx, paid);
  const result: Comparison = { found: 0, failed: 0, unknownRefunds: [] };
  for (const charge of paid) {
    const refs = recorded.get(charge.chargeId);
    if (refs && hasAllRefunds(charge, refs)) continue;
    try {
      if (!refs) {
        await settleMissing(ctx, charge, foundBefore + result.found);
        result.found += 1;
      }
      const { booked, tooMuch } = await settleRefunds(ctx, charge);
      result.found += booked;
      if (tooMuch) result.unknownRefunds.push(charge.chargeId);
    } catch (error) {
      result.failed += 1;
      log.error('reconciliation.charge_failed', { attemptId: charge.attemptId ?? undefined, error });
    }
  }
  for (const charge of charges.filter(mayBeDisputed)) await recordDispute(ctx, charge);
  const count = result.unknownRefunds.length;
  if (count > 0) log.error('reconciliation.unknown_refunds', { count });
  return result;
}

/** Whether a charge may be a disputed or reversed payment. */
const mayBeDisputed = (charge: GatewayCharge) => charge.dispute !== null || !isPaid(charge);

/** Returns the recorded refunds by charge id. The refunds have the gateway's ids. */
async function readRecorded({ db }: Ctx, paid: Paid[]): Promise<Map<string, Set<string>>> {
  if (paid.length === 0) return new Map();
  const ids = paid.map(({ chargeId }) => chargeId);
  const ref = refunds.providerRef;
  const refs = typedSql(
    z.array(z.string()),
    sql`coalesce(json_agg(${ref}) filter (where ${ref} is not null), '[]')`,
  );
  const rows = await db
    .select({ chargeId: moneyReceived.providerRef, refs })
    .from(moneyReceived)
    .leftJoin(refunds, eq(refunds.moneyId, moneyReceived.id))
    .where(and(eq(moneyReceived.provider, 'omise'), inArray(moneyReceived.providerRef, ids)))
    .groupBy(moneyReceived.providerRef);
  return new Map(rows.map(({ chargeId, refs }) => [chargeId, new Set(refs)]));
}

/** Whether every refund of the charge is recorded. */
function hasAllRefunds({ refunds: listed, refundedAmount }: Paid, refs: Set<string>): boolean {
  return listed ? listed.every(({ ref }) => refs.has(ref)) : refundedAmount === 0;
}

async function settleMissing(ctx: Ctx, charge: Paid, foundBefore: number): Promise<void> {
  const { attemptId, orderId } = charge;
  log.warn('reconciliation.found', { attemptId: attemptId ?? undefined });
  // A charge without an order belongs to an erased registration and is refunded. If there are many such
  // charges, or one is older than every account, the database is wrong or was restored from an old backup.
  // These charges must not be refunded.
  const isOurs =
    attemptId === null ||
    (await isKnownAttempt(ctx.db, attemptId)) ||
    (await isKnownOrder(ctx, orderId)) ||
    (foundBefore < REFUNDED_MAX && !(await isOlderThanAccounts(ctx, charge)));
  if (isOurs) await settleGatewayCharge(ctx, charge);
  else {
    log.error('reconciliation.attempt_missing', { attemptId, orderId: orderId ?? undefined });
    await recordForeignMoney(ctx, charge.outcome);
  }
}

async function isKnownOrder({ db }: Ctx, orderId: string | null): Promise<boolean> {
  if (orderId === null) return false;
  const rows = await db.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId));
  return rows.length > 0;
}

async function isOlderThanAccounts({ db }: Ctx, charge: Paid): Promise<boolean> {
  const [oldest] = await db.select({ at: min(accounts.createdAt) }).from(accounts);
  return !oldest?.at || charge.createdAt < oldest.at;
}
