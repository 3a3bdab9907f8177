import { and, inArray, sql } from 'drizzle-orm';
import { dayOf } from '@/domain/day';
import { differingPrices, lastPlannedDay, priceFault, type PriceChange } from '@/domain/price-change';
import { transaction, type Tx } from '../../../db';
import { priceChanges } from '../../../db/schema';
import { newId } from '../../../platform/ids';
import { addJob } from '../../../platform/job-queue';
import { OperatorRefusal, type OperatorCtx } from '../operator';
import { lockCatalogue } from './lock-catalogue';
import { loadLatestPrices } from './price-state';
import { refusalOf } from './refuse';

/** A rehearsal without a sign of life for two minutes has stopped, for example because its worker was killed. */
export const IS_REHEARSAL_ALIVE = sql`${priceChanges.movedAt} > now() - interval '2 minutes'`;

/**
 * Starts the rehearsal of a price change as a job. Prices that are not different are left out.
 * @param wanted `base`: the key of the prices that the member saw
 * @returns the id of the change
 * @throws OperatorRefusal if the prices have changed meanwhile, another rehearsal is running, or the change is refused
 */
export async function requestRehearsal(
  ctx: OperatorCtx,
  wanted: PriceChange & { base: string },
): Promise<{ id: string }> {
  return transaction(ctx.db, async (tx) => {
    await lockCatalogue(tx);
    const latest = await loadLatestPrices(tx);
    if (latest.key !== wanted.base) throw new OperatorRefusal('pricesChanged');
    const change = differingPrices(wanted, latest);
    const fault = priceFault(change, dayOf(ctx.now), lastPlannedDay(latest, ctx.now));
    if (fault) throw refusalOf(fault);
    if (await isRehearsing(tx)) throw new OperatorRefusal('rehearsalRuns');
    const id = newId('priceChange');
    await tx.insert(priceChanges).values({
      id,
      change,
      base: { products: latest.products, fees: latest.fees },
      createdBy: ctx.operator,
      createdAt: ctx.now,
    });
    await addJob(tx, 'rehearse_prices', { changeId: id }, `rehearse_prices:${id}`);
    return { id };
  });
}

async function isRehearsing(tx: Tx): Promise<boolean> {
  const isOpen = inArray(priceChanges.status, ['waiting', 'running']);
  return (await tx.$count(priceChanges, and(isOpen, IS_REHEARSAL_ALIVE))) > 0;
}
