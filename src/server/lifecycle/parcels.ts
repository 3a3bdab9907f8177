import { eq, sql } from 'drizzle-orm';
import type { EventType, NewEvent } from '@/domain/event';
import { PARCEL_TRANSITIONS, transitionBetween } from '@/domain/lifecycle/transitions';
import type { Tx } from '../db';
import { shipments } from '../db/schema';
import { assignments } from './columns';
import { addEvents } from './events';
import { requireSteps } from './steps';

type Shipment = typeof shipments.$inferSelect;

/** A change of a locked parcel. Omitted fields do not change. */
interface ParcelChange {
  before: Shipment;
  change: Partial<Shipment>;
  /** Whether the change takes an act of the staff back: every status may come back. */
  isTakenBack?: boolean;
}

const TOLD = ['status', 'courier', 'trackingNumber', 'trackingUrl', 'shippedAt', 'deliveredAt'] as const;

/** Returns the event of a change; none if nothing changed that other systems see. */
function eventOf({ before, change, isTakenBack = false }: ParcelChange): NewEvent[] {
  const isNew = (key: (typeof TOLD)[number]) =>
    change[key] !== undefined && String(change[key]) !== String(before[key]);
  const changed = TOLD.filter(isNew);
  if (changed.length === 0) return [];
  const { status: from } = before;
  const { status: to = from } = change;
  const step = isTakenBack
    ? 'taken_back'
    : from === to
      ? 'updated'
      : transitionBetween(PARCEL_TRANSITIONS, from, to);
  const changes = Object.fromEntries(changed.map((key) => [key, change[key]]));
  return [{ type: `parcel.${step}` as EventType, id: before.orderId, changes }];
}

const COLUMNS = assignments({
  status: ['status', 'text'],
  externalId: ['external_id', 'text'],
  courier: ['courier', 'text'],
  trackingNumber: ['tracking_number', 'text'],
  trackingUrl: ['tracking_url', 'text'],
  reportedStatus: ['reported_status', 'text'],
  requestedAt: ['requested_at', 'timestamptz'],
  takenAt: ['taken_at', 'timestamptz'],
  shippedAt: ['shipped_at', 'timestamptz'],
  deliveredAt: ['delivered_at', 'timestamptz'],
  checkAt: ['check_at', 'timestamptz'],
  leaseUntil: ['lease_until', 'timestamptz'],
  tries: ['tries', 'int'],
  problem: ['problem', 'text'],
  updatedAt: ['updated_at', 'timestamptz'],
});

/** Writes changes of locked parcels in one statement. */
export async function writeParcels(tx: Tx, now: Date, changes: readonly ParcelChange[]): Promise<void> {
  if (changes.length === 0) return;
  changes.forEach(requireStep);
  const rows = changes.map(({ before: { orderId }, change }) => ({ ...change, orderId }));
  await tx.execute(sql`update shipments t set ${sql.raw(COLUMNS)}
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) c(j) where t.order_id = c.j ->> 'orderId'`);
  addEvents(tx, now, changes.flatMap(eventOf));
}

/** Writes any change of one locked parcel. @returns the parcel after it */
export async function writeParcel(tx: Tx, now: Date, one: ParcelChange): Promise<Shipment> {
  requireStep(one);
  const { before, change } = one;
  const [row] = await tx
    .update(shipments)
    .set(change)
    .where(eq(shipments.orderId, before.orderId))
    .returning();
  if (!row) throw new Error('a locked parcel is missing');
  addEvents(tx, now, eventOf(one));
  return row;
}

function requireStep({
  before: { status },
  change: { status: to = status },
  isTakenBack,
}: ParcelChange): void {
  if (!isTakenBack) requireSteps(PARCEL_TRANSITIONS, { from: [status], to });
}
