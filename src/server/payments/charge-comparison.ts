import { and, eq, inArray, min, ne, sql } from 'drizzle-orm';
import type { ChargeOutcome } from '@/domain/settlement';
import type { Ctx } from '../context';
import { accounts, moneyReceived, orders, refunds } from '../db/schema';
import type { GatewayCharge } from '../gateways/omise';
import { log } from '../log';
import { isKnownAttempt, settleGatewayCharge } from './gateway-charge';
import { recordForeignMoney } from './settlement-money';

/** So many charges that nobody here remembers mean that our books are wrong: the rest is left to the operator. */
const GIVEN_BACK_MAX = 10;

type Paid = GatewayCharge & { outcome: Extract<ChargeOutcome, { kind: 'succeeded' }> };

const isPaid = (charge: GatewayCharge): charge is Paid => charge.outcome.kind === 'succeeded';

/** What comparing a page of the gateway's list with our books has brought to light. */
export interface Comparison {
  /** Successes that were not recorded, and now are. */
  found: number;
  failed: number;
  /** Charges of which more was given back than we know of. */
  unknownRefunds: string[];
}

/**
 * Compares charges with our books, and settles every success that they don't have, one by one.
 * @param foundBefore by the pages before this one
 */
export async function compareCharges(
  ctx: Ctx,
  charges: GatewayCharge[],
  foundBefore: number,
): Promise<Comparison> {
  const paid = charges.filter(isPaid);
  const books = await readBooks(ctx, paid);
  let found = 0;
  let failed = 0;
  for (const charge of paid.filter(({ chargeId }) => !books.has(chargeId))) {
    try {
      await settleMissing(ctx, charge, foundBefore + found);
      found += 1;
    } catch (error) {
      failed += 1;
      log.error('reconciliation.charge_failed', { attemptId: charge.attemptId ?? undefined, error });
    }
  }
  const unknownRefunds = paid
    .filter(({ chargeId, refundedAmount }) => refundedAmount > (books.get(chargeId) ?? refundedAmount))
    .map(({ chargeId }) => chargeId);
  if (unknownRefunds.length > 0)
    log.error('reconciliation.unknown_refunds', { count: unknownRefunds.length });
  return { found, failed, unknownRefunds };
}

/** The recorded ones among these charges, each with what we gave back of it or are about to. */
async function readBooks({ db }: Ctx, paid: Paid[]): Promise<Map<string, number>> {
  if (paid.length === 0) return new Map();
  const ids = paid.map(({ chargeId }) => chargeId);
  const rows = await db
    .select({
      chargeId: moneyReceived.providerRef,
      back: sql<number>`coalesce(sum(${refunds.amount}), 0)`.mapWith(Number),
    })
    .from(moneyReceived)
    .leftJoin(refunds, and(eq(refunds.moneyId, moneyReceived.id), ne(refunds.status, 'failed')))
    .where(and(eq(moneyReceived.provider, 'omise'), inArray(moneyReceived.providerRef, ids)))
    .groupBy(moneyReceived.providerRef);
  return new Map(rows.map(({ chargeId, back }) => [chargeId, back]));
}

async function settleMissing(ctx: Ctx, charge: Paid, foundBefore: number): Promise<void> {
  const { attemptId, orderId } = charge;
  log.warn('reconciliation.found', { attemptId: attemptId ?? undefined });
  // Without its order its registration was erased since: that money goes back. Where it is many, or older than anybody
  // here, the account is another database's, or our books are far behind: giving back would be the mistake.
  const isOurs =
    attemptId === null ||
    (await isKnownAttempt(ctx.db, attemptId)) ||
    (await isKnownOrder(ctx, orderId)) ||
    (foundBefore < GIVEN_BACK_MAX && !(await isOlderThanUs(ctx, charge)));
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

async function isOlderThanUs({ db }: Ctx, charge: Paid): Promise<boolean> {
  const [oldest] = await db.select({ at: min(accounts.createdAt) }).from(accounts);
  return !oldest?.at || charge.createdAt < oldest.at;
}
