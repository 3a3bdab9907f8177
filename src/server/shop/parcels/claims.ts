import { ABSENT_AFTER_MS } from '@/domain/parcel';
import { systemNow } from '../../platform/clock';
import type { Tx } from '../../db';
import { hasFulfilment, type ParcelToSend } from '../../gateways/mycloud/parcels';
import { writeParcels } from '../../lifecycle/parcels';
import { loadContents, lockParcels, recipientOf } from './contents';
import { nextPollOf, type ParcelCase, type Shipment } from './report';

/** How long the lease of a claimed parcel lasts, by the system clock. */
const LEASE_MS = 2 * 60_000;

/** A leased parcel. Only the process that claimed it may call the fulfilment service for it. */
export interface Claim {
  before: Shipment;
  /**
   * The parcel to request. Null if the fulfilment service already has the parcel, which must then be polled.
   */
  parcel: ParcelToSend | null;
  /** Whether the parcel may leave. Another one is searched for, but not requested again. */
  isWanted: boolean;
  leaseUntil: Date;
}

/**
 * Leases the parcels that are due and not leased. Ends the checks of due parcels that need no call to the
 * fulfilment service. Uses a fixed number of statements.
 * @param hintOf the number of a parcel with a webhook event; this parcel is claimed even if it is not due
 * @returns `known`: how many of the parcels exist and are not locked. `left`: the ids of orders that another
 *   transaction has locked
 */
export async function claimParcels(
  tx: Tx,
  now: Date,
  orderIds: readonly string[],
  hintOf?: number,
): Promise<{ claims: Claim[]; known: number; left: string[] }> {
  const { found, left } = await lockParcels(tx, orderIds);
  const decided = found.flatMap((one) => {
    const change = decideClaim(one, now, hintOf);
    return change ? [{ one, change: dateProblem(one.shipment, change, now) }] : [];
  });
  await writeParcels(
    tx,
    now,
    decided.map(({ one, change }) => ({ before: one.shipment, change })),
  );
  const claimed = decided.flatMap(({ one, change: { leaseUntil } }) =>
    leaseUntil ? [{ one, leaseUntil }] : [],
  );
  const contents = await loadContents(
    tx,
    claimed.filter(({ one }) => one.shipment.takenAt === null).map(({ one }) => one),
  );
  const claims = claimed.map(({ one: { shipment, order, isOwed }, leaseUntil }) => ({
    before: shipment,
    parcel: contents.get(order.id) ?? null,
    isWanted: isOwed && shipment.status === 'preparing',
    leaseUntil,
  }));
  return { claims, known: found.length, left };
}

/**
 * Returns the instant from which a parcel that is missing in the service's list was certainly not received.
 */
export const absentFrom = (requestedAt: Date) => new Date(requestedAt.getTime() + ABSENT_AFTER_MS);

/**
 * Returns the change that leases a parcel or ends its checks. Null if the parcel is not due, or another
 * process has leased it.
 */
function decideClaim(found: ParcelCase, now: Date, hintOf?: number): Partial<Shipment> | null {
  const { takenAt, requestedAt, checkAt, status, loss, number } = found.shipment;
  const isHinted = number === hintOf && requestedAt !== null && status !== 'delivered' && loss === null;
  if (!isHinted && (checkAt === null || checkAt > now)) return null;
  if (takenAt === null) return decideToSend(found, now);
  if (status === 'delivered' || found.shipment.externalId === null) return { checkAt: null };
  // If the call gets no response, this is the next poll. A crash can lose a poll, but not a webhook event.
  const next = isHinted ? null : nextPollOf(found.shipment, found.shipment.updatedAt, now);
  return { leaseUntil: leaseEnd(), checkAt: next ?? absentFrom(now) };
}

function decideToSend({ shipment, isOwed, account, place }: ParcelCase, now: Date): Partial<Shipment> | null {
  const { requestedAt, leaseUntil, status } = shipment;
  if (leaseUntil !== null && leaseUntil >= systemNow()) return null;
  // A refund of the whole payment was requested before the parcel, or an operator has sent the parcel.
  const isWanted = isOwed && status === 'preparing';
  if (!isWanted && requestedAt === null) return { checkAt: null };
  if (recipientOf(account, place) === null) return { checkAt: null, problem: 'no_address' };
  if (!hasFulfilment()) return { checkAt: null, problem: 'by_hand' };
  // Written before each request, because from now on a request may be in progress.
  const isAsking = requestedAt === null || (isWanted && now >= absentFrom(requestedAt));
  return { leaseUntil: leaseEnd(), checkAt: absentFrom(now), requestedAt: isAsking ? now : requestedAt };
}

/** Returns a change of a parcel with the time of its problem, if the problem is new: a dismissal of another one ends. */
export function dateProblem<T extends Partial<Shipment>>({ problem }: Shipment, change: T, now: Date): T {
  return change.problem && change.problem !== problem ? { ...change, updatedAt: now } : change;
}

const leaseEnd = () => new Date(systemNow().getTime() + LEASE_MS);
