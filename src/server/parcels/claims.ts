import { ABSENT_AFTER_MS } from '@/domain/parcel';
import { systemNow } from '../platform/clock';
import { ask } from '../db/ask';
import type { Tx } from '../db';
import { hasFulfilment, type ParcelToSend } from '../gateways/mycloud/parcels';
import { assignments } from '../lifecycle/columns';
import { loadContents, lockParcels, recipientOf } from './contents';
import { nextReadOf, type ParcelCase, type Shipment } from './report';

/** By the machine's clock: how long a claimed parcel belongs to its caller alone. */
const LEASE_MS = 2 * 60_000;

/** A parcel that one caller asks fulfilment about. */
export interface Claim {
  before: Shipment;
  /** What to ask for; null: fulfilment has the parcel, and is asked where it is. */
  parcel: ParcelToSend | null;
  /** False once the order is refunded whole: the parcel is searched for where it may be, and not asked for again. */
  isWanted: boolean;
  leaseUntil: Date;
}

/**
 * Claims those of the parcels that are due and free, and stops those that are not to be asked about, whatever their
 * number in the same few statements.
 * @param hintOf the number of a parcel that fulfilment has news of: it is claimed before it is due
 * @returns `known`: how many of the parcels exist
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
    return change ? [{ one, change }] : [];
  });
  await writeParcels(
    tx,
    decided.map(({ one, change }) => ({ ...change, orderId: one.order.id })),
  );
  const claimed = decided.flatMap(({ one, change: { leaseUntil } }) =>
    leaseUntil ? [{ one, leaseUntil }] : [],
  );
  const contents = await loadContents(
    tx,
    claimed.filter(({ one }) => one.shipment.takenAt === null).map(({ one }) => one),
  );
  const claims = claimed.map(({ one: { shipment, order }, leaseUntil }) => ({
    before: shipment,
    parcel: contents.get(order.id) ?? null,
    isWanted: order.status === 'paid',
    leaseUntil,
  }));
  return { claims, known: found.length, left };
}

/** When a parcel that was asked for at that moment, and is not on fulfilment's list, was never taken. */
export const absentFrom = (askedAt: Date) => new Date(askedAt.getTime() + ABSENT_AFTER_MS);

/** Decides on a parcel that may be due: it is leased, or stopped. @returns null when it is neither due nor free */
function decideClaim(found: ParcelCase, now: Date, hintOf?: number): Partial<Shipment> | null {
  const { takenAt, askedAt, checkAt, status, loss, number } = found.shipment;
  const isHinted = number === hintOf && askedAt !== null && status !== 'delivered' && loss === null;
  if (!isHinted && (checkAt === null || checkAt > now)) return null;
  if (takenAt === null) return decideToSend(found, now);
  if (status === 'delivered' || found.shipment.externalId === null) return { checkAt: null };
  // Without news the next look stays as it is written here. A process that dies drops a look, but never a hint.
  const next = isHinted ? null : nextReadOf(found.shipment, found.shipment.updatedAt, now);
  return { leaseUntil: leaseEnd(), checkAt: next ?? absentFrom(now) };
}

function decideToSend({ shipment, order, account }: ParcelCase, now: Date): Partial<Shipment> | null {
  const { askedAt, leaseUntil, status } = shipment;
  if (leaseUntil !== null && leaseUntil >= systemNow()) return null;
  const isWanted = order.status === 'paid';
  // Refunded before fulfilment was asked, or sent by an operator: there is nothing to ask for.
  if (status !== 'preparing' || (!isWanted && askedAt === null)) return { checkAt: null };
  if (recipientOf(account) === null) return { checkAt: null, problem: 'no_address' };
  if (!hasFulfilment()) return { checkAt: null, problem: 'by_hand' };
  // Written before fulfilment is asked, the first time or again: from now on a request may be under way.
  const isAsking = askedAt === null || (isWanted && now >= absentFrom(askedAt));
  return { leaseUntil: leaseEnd(), checkAt: absentFrom(now), askedAt: isAsking ? now : askedAt };
}

const leaseEnd = () => new Date(systemNow().getTime() + LEASE_MS);

const COLUMNS = assignments({
  status: ['status', 'text'],
  externalId: ['external_id', 'text'],
  courier: ['courier', 'text'],
  trackingNumber: ['tracking_number', 'text'],
  trackingUrl: ['tracking_url', 'text'],
  reportedStatus: ['reported_status', 'text'],
  askedAt: ['asked_at', 'timestamptz'],
  takenAt: ['taken_at', 'timestamptz'],
  shippedAt: ['shipped_at', 'timestamptz'],
  deliveredAt: ['delivered_at', 'timestamptz'],
  checkAt: ['check_at', 'timestamptz'],
  leaseUntil: ['lease_until', 'timestamptz'],
  tries: ['tries', 'int'],
  problem: ['problem', 'text'],
  updatedAt: ['updated_at', 'timestamptz'],
});
const WRITE = `update shipments t set ${COLUMNS}
  from jsonb_array_elements($1::jsonb) c(j) where t.order_id = c.j ->> 'orderId'`;

/** Writes what was decided of parcels that are locked, in one statement. */
export async function writeParcels(
  tx: Tx,
  changes: readonly (Partial<Shipment> & { orderId: string })[],
): Promise<void> {
  if (changes.length > 0) await ask(tx, WRITE, [JSON.stringify(changes)]);
}
