import { and, eq, isNull } from 'drizzle-orm';
import { ABSENT_AFTER_MS, askAgainAt, AWAY_AFTER_TRIES, type ParcelProblem } from '@/domain/parcel';
import type { Ctx } from '../platform/context';
import { systemNow } from '../platform/clock';
import { transaction, type Tx } from '../db';
import { shipments } from '../db/schema';
import {
  createParcel,
  findParcels,
  hasFulfilment,
  type FulfilmentAnswer,
  type ParcelReport,
  type ParcelToSend,
} from '../gateways/mycloud';
import { log } from '../platform/log';
import { lockParcel, parcelOf } from './contents';
import { LEASE_MS } from './due';
import { bookReport, type Shipment } from './report';

/** A parcel in the hands of one caller, until `leaseUntil` by the machine's clock. */
interface Claim {
  orderId: string;
  number: number;
  parcel: ParcelToSend;
  /** False once the order was paid back whole: it is looked for where it may be, and asked for no more. */
  isWanted: boolean;
  /** When fulfilment was asked before; null: never, or certainly in vain. */
  askedBefore: Date | null;
  tries: number;
  leaseUntil: Date;
}

/**
 * Hands the parcel of a paid order to fulfilment, once. That it is asked for is written down before it is asked; where
 * that was so before, its list is searched for our order first, and a parcel that is not on it is asked for again only
 * when no earlier request can be under way any more. Two callers at once: one of them asks. Leaves what it can't do
 * for a later look, or for a person.
 */
export async function sendParcel(ctx: Ctx, orderId: string): Promise<void> {
  const claim = await claimParcel(ctx, orderId);
  if (!claim) return;
  if (claim.askedBefore === null) return void (await askFor(ctx, claim));
  const found = await findParcels(claim.parcel.orderNumber);
  if (found.kind !== 'ok') {
    const isEndless = found.kind === 'unavailable' && found.why === 'LIST_TOO_LONG';
    return isEndless ? stop(ctx, claim, 'unclear') : postpone(ctx, claim, askAgainAt(claim.tries, ctx.now));
  }
  const [one, other] = found.value;
  if (one) return take(ctx, claim, one, other !== undefined);
  const absentAt = new Date(claim.askedBefore.getTime() + ABSENT_AFTER_MS);
  if (ctx.now < absentAt) return postpone(ctx, claim, absentAt);
  if (!claim.isWanted) return forget(ctx, claim);
  if (await noteAsking(ctx, claim)) await askFor(ctx, claim);
}

async function claimParcel({ db, now }: Ctx, orderId: string): Promise<Claim | null> {
  return transaction(db, async (tx) => {
    const found = await lockParcel(tx, orderId);
    if (!found || !isFree(found.shipment, now)) return null;
    const { shipment, order } = found;
    const settle = (set: Partial<Shipment>) =>
      tx.update(shipments).set(set).where(eq(shipments.orderId, orderId));
    const isWanted = order.status === 'paid';
    // Paid back before anybody was asked, or sent by a person: there is nothing to ask for.
    if (shipment.status !== 'preparing' || (!isWanted && shipment.askedAt === null)) {
      await settle({ checkAt: null });
      return null;
    }
    const parcel = await parcelOf(tx, found);
    if (!hasFulfilment() || parcel === null) {
      await settle({ checkAt: null, problem: parcel === null ? 'no_address' : 'by_hand' });
      return null;
    }
    const leaseUntil = new Date(systemNow().getTime() + LEASE_MS);
    const tries = shipment.tries + 1;
    await settle({
      ...{ leaseUntil, tries, askedAt: shipment.askedAt ?? now },
      checkAt: new Date(now.getTime() + ABSENT_AFTER_MS),
    });
    return {
      orderId,
      number: shipment.number,
      parcel,
      isWanted,
      askedBefore: shipment.askedAt,
      tries,
      leaseUntil,
    };
  });
}

function isFree({ takenAt, checkAt, leaseUntil }: Shipment, now: Date): boolean {
  if (takenAt !== null || checkAt === null || checkAt > now) return false;
  return leaseUntil === null || leaseUntil < systemNow();
}

/** Before asking once more: from now on a request may be under way again. @returns false when it is not ours any more */
async function noteAsking({ db, now }: Ctx, claim: Claim): Promise<boolean> {
  return transaction(db, async (tx) => {
    const [noted] = await tx
      .update(shipments)
      .set({ askedAt: now })
      .where(isOurs(claim))
      .returning({ id: shipments.orderId });
    return noted !== undefined;
  });
}

async function askFor(ctx: Ctx, claim: Claim): Promise<void> {
  // Whoever slept past the lease must not ask: somebody else may have.
  const answer = await createParcel(claim.parcel, () => systemNow() < claim.leaseUntil);
  if (answer.kind === 'ok') return take(ctx, claim, answer.value, false);
  return settleRefusal(ctx, claim, answer);
}

async function settleRefusal(
  ctx: Ctx,
  claim: Claim,
  answer: Exclude<FulfilmentAnswer<ParcelReport>, { kind: 'ok' }>,
): Promise<void> {
  const code = answer.kind === 'refused' ? answer.code : answer.why;
  log.warn('parcels.not_taken', { orderId: claim.orderId, provider: 'mycloud', code });
  if (answer.kind === 'refused' && answer.code !== 'duplicate') {
    return stop(ctx, claim, answer.code === 'not_found' ? 'refused' : answer.code);
  }
  const maybeDone = answer.kind === 'refused' || answer.maybeDone;
  if (maybeDone) return postpone(ctx, claim, new Date(ctx.now.getTime() + ABSENT_AFTER_MS));
  return postpone(ctx, claim, askAgainAt(claim.tries, ctx.now), { askedAt: claim.askedBefore });
}

/** Writes to a parcel that is still in this caller's hands. */
function isOurs({ orderId, number, tries, leaseUntil }: Claim) {
  return and(
    eq(shipments.orderId, orderId),
    eq(shipments.number, number),
    eq(shipments.tries, tries),
    eq(shipments.leaseUntil, leaseUntil),
    isNull(shipments.takenAt),
  );
}

const release = (tx: Tx, claim: Claim, set: Partial<Shipment>) =>
  tx
    .update(shipments)
    .set({ leaseUntil: null, ...set })
    .where(isOurs(claim));

async function postpone(
  { db }: Ctx,
  claim: Claim,
  checkAt: Date,
  more: Partial<Shipment> = {},
): Promise<void> {
  const problem: ParcelProblem | null = claim.tries >= AWAY_AFTER_TRIES ? 'away' : null;
  await transaction(db, (tx) => release(tx, claim, { checkAt, ...(problem && { problem }), ...more }));
}

/** Certainly not taken, and asking again by itself would change nothing. */
async function stop({ db }: Ctx, claim: Claim, problem: ParcelProblem): Promise<void> {
  const askedAt = problem === 'unclear' ? {} : { askedAt: claim.askedBefore };
  await transaction(db, (tx) => release(tx, claim, { checkAt: null, problem, tries: 0, ...askedAt }));
}

/** Fulfilment never got it, and nobody wants it any more. */
async function forget({ db }: Ctx, claim: Claim): Promise<void> {
  await transaction(db, (tx) =>
    release(tx, claim, { checkAt: null, askedAt: null, problem: null, tries: 0 }),
  );
}

/** Fulfilment has it: whoever learns that first writes it down. `twice`: it has two, and a person has to stop one. */
async function take({ db, now }: Ctx, claim: Claim, report: ParcelReport, twice: boolean): Promise<void> {
  await transaction(db, async (tx) => {
    const found = await lockParcel(tx, claim.orderId);
    if (!found || found.shipment.takenAt !== null || found.shipment.number !== claim.number) return;
    const problem = twice ? 'unclear' : null;
    await bookReport(tx, now, { ...found, shipment: { ...found.shipment, problem } }, report);
  });
}
