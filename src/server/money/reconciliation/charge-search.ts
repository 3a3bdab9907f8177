import { and, asc, eq, gte, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import { MINUTE_MS } from '@/domain/duration';
import type { Ctx } from '../../platform/context';
import { transaction } from '../../db';
import { chargeAttempts } from '../../db/schema';
import { typedSql } from '../../db/query-rows';
import { listCharges, type GatewayCharge } from '../../gateways/omise/charges';
import { cardGateway } from '../../gateways/omise/calls';
import { log } from '../../platform/log';
import { absentFrom, isPollable, scheduleNextPolls } from '../settlement/poll-unknown-charges';
import type { Attempt } from '../settlement/queries';
import { settleAttempt } from '../settlement/settle';

/** The time by which the list starts before the oldest attempt, because the gateway's clock may differ. */
const LIST_MARGIN_MS = 10 * MINUTE_MS;
/**
 * The number of checks after which an attempt is searched for hourly. Any search of the list counts as this
 * check.
 */
const HOURLY_FROM = 4;

const requestedAt = sql`coalesce(${chargeAttempts.requestedAt}, ${chargeAttempts.createdAt})`;
const oldestAt = typedSql(z.string().nullable(), sql`min(${requestedAt})`);

/**
 * Returns the SQL condition that an attempt got no response. Only the gateway's list shows whether it has a
 * charge.
 */
const isSought = () => and(isNotNull(chargeAttempts.checkAt), isNull(chargeAttempts.chargeId), isPollable());

/** Returns one row if an attempt is due to be searched for in the gateway's list; otherwise none. */
export async function listChargeSearch({ db, now }: Ctx): Promise<{ id: string }[]> {
  if ((await cardGateway.capacity()) === 'none') return [];
  const due = await db
    .select({ id: chargeAttempts.id })
    .from(chargeAttempts)
    .where(and(lte(chargeAttempts.checkAt, now), isSought()))
    .limit(1);
  return due.length === 0 ? [] : [{ id: 'search' }];
}

/**
 * Reads the gateway's list of charges once, from the oldest due attempt to now. Settles the attempts from
 * that period that got no response. An attempt without a charge is closed if the list was read late enough
 * (`absentFrom`).
 * @returns how many attempts could not be settled
 */
export async function searchForCharges(ctx: Ctx): Promise<number> {
  const [oldest] = await ctx.db
    .select({ at: oldestAt })
    .from(chargeAttempts)
    .where(and(lte(chargeAttempts.checkAt, ctx.now), isSought()));
  if (!oldest?.at) return 0;
  const from = new Date(oldest.at);
  const covered = await ctx.db
    .select()
    .from(chargeAttempts)
    .where(and(gte(requestedAt, from.toISOString()), isSought()))
    .orderBy(asc(chargeAttempts.checkAt), asc(chargeAttempts.id));
  const isDue = ({ checkAt }: Attempt) => checkAt !== null && checkAt <= ctx.now;
  await scheduleNextPolls(
    ctx,
    covered.filter((one) => isDue(one) || (one.closedAt === null && one.checks >= HOURLY_FROM)),
  );
  const charges = await readCharges(from, covered);
  if (!charges) return 0;
  let failed = 0;
  for (const attempt of covered) {
    try {
      await settleFound(ctx, attempt, charges.get(attempt.id) ?? [], isDue(attempt));
    } catch (error) {
      failed += 1;
      log.error('payments.search_not_settled', { attemptId: attempt.id, error });
    }
  }
  return failed;
}

/** Returns the charges in the gateway's list by attempt id; null if the list could not be read completely. */
async function readCharges(
  from: Date,
  attempts: readonly Attempt[],
): Promise<Map<string, GatewayCharge[]> | null> {
  const sought = new Set(attempts.map(({ id }) => id));
  const since = new Date(from.getTime() - LIST_MARGIN_MS);
  const found = await listCharges(since, ({ attemptId }) => attemptId !== null && sought.has(attemptId));
  if (found.kind !== 'ok') {
    log.warn('payments.search_failed', { code: found.kind === 'refused' ? found.code : found.why });
    return null;
  }
  const charges = new Map<string, GatewayCharge[]>();
  for (const charge of found.value) {
    const id = charge.attemptId ?? '';
    charges.set(id, [...(charges.get(id) ?? []), charge]);
  }
  return charges;
}

async function settleFound(
  ctx: Ctx,
  attempt: Attempt,
  found: readonly GatewayCharge[],
  isDue: boolean,
): Promise<void> {
  const paid = found.filter(({ outcome }) => outcome.kind === 'succeeded');
  for (const charge of paid.length > 0 ? paid : found.slice(0, 1))
    await settleAttempt(ctx, attempt.id, charge.outcome);
  // A QR code that was never shown is searched for once, after its expiry.
  if (attempt.closedAt !== null) return isDue ? stopSearch(ctx, attempt) : undefined;
  if (found.length > 0) return;
  if (ctx.now < absentFrom(attempt)) return;
  await settleAttempt(ctx, attempt.id, { kind: 'declined', chargeId: null, code: 'not_received' });
}

async function stopSearch({ db }: Ctx, { id }: Attempt): Promise<void> {
  await transaction(db, (tx) =>
    tx.update(chargeAttempts).set({ checkAt: null }).where(eq(chargeAttempts.id, id)),
  );
}
