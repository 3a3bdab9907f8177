import { eq } from 'drizzle-orm';
import { settings } from '@/settings/settings';
import { SCHEDULED_JOBS } from '@/server/work/jobs/scheduled-jobs';
import { runBilling } from '@/server/work/jobs/run';
import { shipments } from '@/server/db/schema';
import { listParcelsToPoll, listParcelsToSend } from '@/server/shop/parcels/due';
import { syncParcels } from '@/server/shop/parcels/sync';
import { pass } from './subscribers';
import type { World } from './world';

/** A parcel as the sandbox of MyCloud stores it. */
export interface WarehouseParcel {
  id: string;
  orderNumber: string;
  name: string;
  address: string;
  postcode: string;
  phone: string;
  totalPrice: number;
  items: { sku: string; quantity: number; price: number }[];
  status: string;
  trackingNumber: string;
}

/** Returns the parcels of MyCloud's sandbox, oldest first. */
export async function warehouseParcels(world: World): Promise<WarehouseParcel[]> {
  const answer = await fetch(`${world.sandboxUrl}/_control/mycloud/parcels`);
  return ((await answer.json()) as { data: WarehouseParcel[] }).data;
}

/** Changes a parcel at the sandbox, for example `{status: 'PACKED'}`, `{action: 'lose'}` or `{action: 'stop'}`. */
export async function actOnParcel(world: World, orderId: string, act: Record<string, string>): Promise<void> {
  const url = `${world.sandboxUrl}/_control/mycloud/parcels/${orderId}`;
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(act) });
  if (!answer.ok) throw new Error(await answer.text());
  await world.sandbox.settled();
}

/** Returns an order's row in `shipments`. @throws Error if the order has no parcel */
export async function parcelOf(world: World, orderId: string) {
  const [row] = await world.db.select().from(shipments).where(eq(shipments.orderId, orderId));
  if (!row) throw new Error(`no parcel of ${orderId}`);
  return row;
}

/** Sends and polls all due parcels. A test that moves the clock skips the jobs that do this. */
export async function catchUpParcels(world: World): Promise<void> {
  for (const list of [listParcelsToSend, listParcelsToPoll]) {
    const due = await list(world.ctx(), 1000);
    await syncParcels(
      world.ctx(),
      due.map(({ id }) => id),
    );
  }
}

const OF_PARCELS = new Set(['settleParcelEvents', 'sendParcels', 'readParcels']);

/** Runs the billing run with only the scheduled jobs for parcels. */
export async function runParcels(world: World): Promise<void> {
  await runBilling(
    world.ctx(),
    undefined,
    SCHEDULED_JOBS.filter(({ name }) => OF_PARCELS.has(name)),
  );
}

/** Moves the clock forward, then runs the scheduled jobs for parcels. */
export async function runParcelsIn(world: World, amount: Parameters<typeof pass>[1]): Promise<void> {
  await pass(world, amount);
  await runParcels(world);
}

/** Sends a webhook of MyCloud. @param secret default: the first configured secret */
export function hint(world: World, body: unknown, secret = settings().MYCLOUD_WEBHOOK_SECRET?.[0] ?? '') {
  return world.request('POST', `/api/webhooks/mycloud/${secret}`, body);
}
