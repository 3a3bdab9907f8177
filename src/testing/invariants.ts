import { eq } from 'drizzle-orm';
import { expect, inject } from 'vitest';
import { z } from 'zod';
import { isOpenAttempt } from '@/domain/payment';
import { INVARIANTS, statementOf, type Violation } from '@/server/work/invariants/invariants';
import { checkSession } from './sessions';
import { queryRows } from '@/server/db/query-rows';
import { chargeAttempts, disputes, moneyReceived, refunds } from '@/server/db/schema';
import { issueDocuments } from './documents';
import { gatewayCharges } from './providers';
import { catchUpParcels } from './parcels';
import type { World } from './world';

/**
 * Fails the test if rows violate an invariant or differ from the gateway's records. A test that moves the clock skips the
 * sending of parcels and the issue of documents: this work is done before a second look, after a refund and in the deep
 * tests before the first.
 */
export async function expectInvariants(world: World): Promise<void> {
  if (inject('isDeep') || (await world.db.$count(refunds)) > 0) await catchUp(world);
  let violations = await violationsOf(world);
  if (violations.length > 0) {
    await catchUp(world);
    violations = await violationsOf(world);
  }
  expect({ violations, disagreements: await disagreements(world) }).toEqual({
    violations: [],
    disagreements: [],
  });
}

async function catchUp(world: World): Promise<void> {
  await catchUpParcels(world);
  await issueDocuments(world);
}

const numberRow = z.object({ n: z.number(), id: z.string() });

/** All invariants as one statement, because a statement each would take most of a short test. */
const allInvariants = () =>
  INVARIANTS.map((invariant, n) => `select ${n} as n, id from (${statementOf(invariant)}) as of_${n}`).join(
    ' union all ',
  );

/** Checks every invariant. Uses one database session, so that PostgreSQL plans the statement only once. */
async function violationsOf(world: World): Promise<Violation[]> {
  const rows = await queryRows(checkSession(), numberRow, {
    text: allInvariants(),
    params: [world.now().toISOString()],
  });
  return INVARIANTS.flatMap(({ name }, at) => {
    const ids = rows.filter(({ n }) => n === at).map(({ id }) => id);
    return ids.length > 0 ? [{ name, ids }] : [];
  });
}

/** Returns the differences between database and gateway. Ignores charges whose outcome is pending. */
async function disagreements(world: World): Promise<string[]> {
  const [charges, money, attempts, returned, disputed] = await Promise.all([
    gatewayCharges(world),
    world.db.select().from(moneyReceived).where(eq(moneyReceived.provider, 'omise')),
    world.db.select().from(chargeAttempts),
    world.db.select().from(refunds),
    world.db.select().from(disputes),
  ]);
  const problems: string[] = [];
  const attemptById = new Map(attempts.map((attempt) => [attempt.id, attempt]));
  const moneyByCharge = new Map(money.map((row) => [row.providerRef, row]));
  for (const charge of charges) {
    const attempt = attemptById.get(charge.metadata.attemptId ?? '');
    const row = moneyByCharge.get(charge.id);
    const isOpen = attempt !== undefined && isOpenAttempt(attempt.status);
    if (charge.status === 'successful' && !row && !isOpen)
      problems.push(`${charge.id}: its money is not recorded`);
    const isKnownReversal = disputed.some((dispute) => dispute.providerRef === charge.id);
    if (charge.status !== 'successful' && row && !isKnownReversal)
      problems.push(`${charge.id}: recorded as paid, and is ${charge.status}`);
    if (row && row.amount !== charge.amount) problems.push(`${charge.id}: recorded with another amount`);
    const back = charge.refunds.reduce((sum, refund) => sum + refund.amount, 0);
    const ours = returned
      .filter(
        ({ moneyId, status, why }) => moneyId === row?.id && status === 'succeeded' && why !== 'dispute',
      )
      .reduce((sum, refund) => sum + refund.amount, 0);
    if (row && ours > back) problems.push(`${charge.id}: given back on paper only`);
    if (row?.verdict === 'kept' && back > row.reservedRefund)
      problems.push(`${charge.id}: kept, and given back`);
  }
  const known = new Set(charges.map((charge) => charge.id));
  for (const row of money)
    if (!known.has(row.providerRef)) problems.push(`${row.providerRef}: unknown to the gateway`);
  return problems;
}
