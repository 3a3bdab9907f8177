import { eq, sql } from 'drizzle-orm';
import { PARCEL_TRANSITIONS } from '@/domain/lifecycle/transitions';
import type { Tx } from '../db';
import { shipments } from '../db/schema';
import { assignments } from './columns';
import { requireSteps } from './steps';

type Shipment = typeof shipments.$inferSelect;

/** A change of a locked parcel. Omitted fields do not change. */
interface ParcelChange {
  before: Pick<Shipment, 'orderId' | 'status'>;
  change: Partial<Shipment>;
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
export async function writeParcels(tx: Tx, changes: readonly ParcelChange[]): Promise<void> {
  if (changes.length === 0) return;
  changes.forEach(requireStep);
  const rows = changes.map(({ before: { orderId }, change }) => ({ ...change, orderId }));
  await tx.execute(sql`update shipments t set ${sql.raw(COLUMNS)}
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) c(j) where t.order_id = c.j ->> 'orderId'`);
}

/** Writes any change of one locked parcel. @returns the parcel after it */
export async function writeParcel(tx: Tx, one: ParcelChange): Promise<Shipment> {
  requireStep(one);
  const { before, change } = one;
  const [row] = await tx
    .update(shipments)
    .set(change)
    .where(eq(shipments.orderId, before.orderId))
    .returning();
  if (!row) throw new Error('a locked parcel is missing');
  return row;
}

function requireStep({ before: { status }, change: { status: to = status } }: ParcelChange): void {
  requireSteps(PARCEL_TRANSITIONS, { from: [status], to });
}
