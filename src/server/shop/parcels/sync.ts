import type { SetResult } from '../../platform/sets';
import { createSettler } from '../../platform/settle-sets';
import type { Ctx } from '../../platform/context';
import { transaction } from '../../db';
import { log } from '../../platform/log';
import { queueMessages } from '../../lifecycle/outbox';
import { createConcurrencyLimit } from '../../platform/concurrency-limit';
import { callFulfilment, type Outcome } from './calls';
import { writeParcels } from '../../lifecycle/parcels';
import { claimParcels, dateProblem, type Claim } from './claims';
import { lockParcels } from './contents';
import { decideReport, shippedMessages, type Shipment } from './report';

/**
 * How many calls to the fulfilment service one set of parcels makes at once. A billing run handles two sets
 * concurrently.
 */
const CALLS_AT_ONCE = 4;
const WRITTEN_AT_ONCE = 100;
/**
 * How long a result waits until its set is full, in milliseconds. Charges wait less, because a subscriber
 * waits for them.
 */
const WRITE_WAIT_MS = 1000;

interface Result {
  claim: Claim;
  outcome: Outcome;
}

/**
 * Requests due parcels from the fulfilment service and polls due parcels that the service has. Claims the
 * parcels as a set, calls the service outside of a transaction, and writes the results in sets. Only the
 * caller that claimed a parcel calls the service for it, so that each parcel is requested once.
 */
export async function syncParcels(ctx: Ctx, orderIds: readonly string[]): Promise<SetResult> {
  const { claims, left } = await transaction(ctx.db, (tx) => claimParcels(tx, ctx.now, orderIds));
  return { left, counts: { failed: await finishClaims(ctx, claims) } };
}

/**
 * Calls the fulfilment service for claimed parcels and writes the results. @returns the number of failed
 * parcels
 */
export async function finishClaims(ctx: Ctx, claims: readonly Claim[]): Promise<number> {
  const withinLimit = createConcurrencyLimit(CALLS_AT_ONCE, Infinity);
  const settler = createSettler<Result, void>({
    job: 'parcels',
    size: WRITTEN_AT_ONCE,
    waitMs: WRITE_WAIT_MS,
    inTurn: createConcurrencyLimit(1, Infinity),
    settleSet: (results) => writeResults(ctx, results),
    settleOne: async (result) => void (await writeResults(ctx, [result])),
  });
  settler.expect(claims.length);
  const failures = claims.map(async (claim) => {
    try {
      const outcome = await withinLimit(() => callFulfilment(ctx.now, claim));
      await settler.settle({ claim, outcome });
      return 0;
    } catch (error) {
      log.error('parcels.failed_alone', { orderId: claim.before.orderId, error });
      return 1;
    }
  });
  return (await Promise.all(failures)).reduce<number>((sum, failed) => sum + failed, 0);
}

/**
 * Writes results in a fixed number of statements.
 * @returns the results of parcels that no other transaction had locked
 */
async function writeResults(
  { db, now }: Ctx,
  results: readonly Result[],
): Promise<ReadonlyMap<Result, void>> {
  return transaction(db, async (tx) => {
    const { found, left } = await lockParcels(
      tx,
      results.map(({ claim }) => claim.before.orderId),
    );
    const caseOf = new Map(found.map((one) => [one.order.id, one]));
    const decided = results.flatMap((result) => {
      const one = caseOf.get(result.claim.before.orderId);
      const next = one && decideResult(one.shipment, result, now);
      return next ? [{ one, next }] : [];
    });
    await writeParcels(
      tx,
      now,
      decided
        .filter(({ one, next }) => isChanged(one.shipment, next))
        .map(({ one, next }) => ({ before: one.shipment, change: next })),
    );
    await queueMessages(
      tx,
      now,
      decided.flatMap(({ one, next }) =>
        shippedMessages(now, { ...one, shipment: next }, one.shipment, 'fulfilment'),
      ),
    );
    const isLeft = new Set(left);
    const done = results.filter(({ claim }) => !isLeft.has(claim.before.orderId));
    return new Map(done.map((result) => [result, undefined]));
  });
}

/** Returns the parcel after a call to the fulfilment service; null if the result is outdated. */
function decideResult(
  shipment: Shipment,
  { claim: { before, leaseUntil }, outcome }: Result,
  now: Date,
): Shipment | null {
  const isTaken = before.takenAt !== null;
  const isSame =
    shipment.number === before.number &&
    shipment.loss === before.loss &&
    (shipment.takenAt !== null) === isTaken;
  const isOurs = shipment.leaseUntil?.getTime() === leaseUntil.getTime();
  // The first report about a parcel is written even if the lease has expired.
  if (!isSame || !(isOurs || ('report' in outcome && !isTaken))) return null;
  if ('change' in outcome)
    return dateProblem(shipment, { ...shipment, leaseUntil: null, ...outcome.change }, now);
  const problem = isTaken ? shipment.problem : outcome.isTwice ? 'unclear' : null;
  return dateProblem(shipment, decideReport({ ...shipment, problem }, now, outcome.report), now);
}

/**
 * Whether a parcel changed. The lease is ignored: it does not matter once the fulfilment service has the
 * parcel.
 */
function isChanged(before: Shipment, next: Shipment): boolean {
  return JSON.stringify({ ...before, leaseUntil: null }) !== JSON.stringify({ ...next, leaseUntil: null });
}
