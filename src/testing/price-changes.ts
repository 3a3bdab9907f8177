import { eq, gt } from 'drizzle-orm';
import type { PriceChange } from '@/domain/price-change';
import type { Rehearsal } from '@/domain/price-rehearsal';
import { transaction } from '@/server/db';
import { deliveryRates, priceChanges, productPrices } from '@/server/db/schema';
import { loadLatestPrices } from '@/server/desk/acts/prices/price-state';
import { requestRehearsal } from '@/server/desk/acts/prices/request-rehearsal';
import { runRehearsal } from '@/server/desk/acts/prices/run-rehearsal';
import { savePrices } from '@/server/desk/acts/prices/save-prices';
import type { World } from './world';

export const operatorCtx = (world: World) => ({ ...world.ctx(), operator: 'staff:mali' });

/** Requests and runs the rehearsal of a price change from the present prices. */
export async function rehearsePrices(
  world: World,
  change: Partial<PriceChange>,
): Promise<{ id: string; result: Rehearsal }> {
  const { key } = await loadLatestPrices(world.db);
  const wanted = { products: [], fees: [], from: null, ...change, base: key };
  const { id } = await requestRehearsal(operatorCtx(world), wanted);
  await runRehearsal(world.ctx(), id);
  const [row] = await world.db.select().from(priceChanges).where(eq(priceChanges.id, id));
  if (!row?.result) throw new Error(`the rehearsal ended as ${row?.status}`);
  return { id, result: row.result };
}

/** Rehearses and saves a price change. */
export async function changePrices(world: World, change: Partial<PriceChange>) {
  const { id, result } = await rehearsePrices(world, change);
  await savePrices(operatorCtx(world), { changeId: id, why: 'Cotton costs more' });
  return { id, result };
}

/** Deletes all price changes, so that the first prices apply again. */
export async function forgetPriceChanges(world: World): Promise<void> {
  await transaction(world.db, async (tx) => {
    await tx.delete(productPrices).where(gt(productPrices.version, 1));
    await tx.delete(deliveryRates).where(gt(deliveryRates.version, 1));
    await tx.delete(priceChanges);
  });
}
