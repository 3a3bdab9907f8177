import { eq, gte } from 'drizzle-orm';
import { dayOf, startOfDay } from '@/domain/day';
import { HOUR_MS } from '@/domain/duration';
import {
  lastPlannedDay,
  priceFault,
  priceStateKey,
  REHEARSAL_HOURS,
  type PriceChange,
  type PriceState,
} from '@/domain/price-change';
import { transaction, type Tx } from '../../../db';
import { deliveryRates, priceChanges, productPrices } from '../../../db/schema';
import { auditOperator, OperatorRefusal, type OperatorCtx } from '../operator';
import { lockCatalogue } from './lock-catalogue';
import { loadLatestPrices } from './price-state';
import { refusalOf } from './refuse';

/**
 * Saves a price change exactly as it was rehearsed: one new version of each price, from now or from its first day on.
 * @throws OperatorRefusal without a finished rehearsal of the last 24 hours, or if the prices have changed since
 */
export async function savePrices(
  ctx: OperatorCtx,
  { changeId, why }: { changeId: string; why: string },
): Promise<{ validFrom: string }> {
  const { now, operator } = ctx;
  return transaction(ctx.db, async (tx) => {
    await lockCatalogue(tx);
    const { change, base, createdAt } = await requireRehearsed(tx, changeId, now);
    const latest = await loadLatestPrices(tx);
    // The latest prices are the same after an earlier planned change of them was withdrawn.
    const withdrawn = await tx.$count(priceChanges, gte(priceChanges.withdrawnAt, createdAt));
    if (latest.key !== priceStateKey(base) || withdrawn > 0) throw new OperatorRefusal('pricesChanged');
    const fault = priceFault(change, dayOf(now), lastPlannedDay(latest, now));
    if (fault) throw refusalOf(fault);
    const validFrom = change.from === null ? now : startOfDay(change.from);
    await writeVersions(tx, change, latest, validFrom);
    await tx
      .update(priceChanges)
      .set({ savedBy: operator, savedAt: now, reason: why, validFrom })
      .where(eq(priceChanges.id, changeId));
    const detail = { changeId, ...detailOf(change, latest), validFrom: validFrom.toISOString(), why };
    await auditOperator(tx, ctx, { subject: 'prices', what: 'prices.changed', detail });
    return { validFrom: validFrom.toISOString() };
  });
}

async function requireRehearsed(tx: Tx, id: string, now: Date) {
  const [row] = await tx.select().from(priceChanges).where(eq(priceChanges.id, id)).for('update');
  if (!row) throw new OperatorRefusal('noPriceChange', { id });
  if (row.savedAt) throw new OperatorRefusal('pricesSaved');
  if (row.status !== 'done' || !row.rehearsedAt) throw new OperatorRefusal('rehearsalOpen');
  if (now.getTime() - row.rehearsedAt.getTime() > REHEARSAL_HOURS * HOUR_MS)
    throw new OperatorRefusal('rehearsalOld', { hours: REHEARSAL_HOURS });
  return row;
}

async function writeVersions(
  tx: Tx,
  { products, fees }: PriceChange,
  latest: PriceState,
  validFrom: Date,
): Promise<void> {
  const priceOf = new Map(latest.products.map(({ code, version }) => [code, version]));
  const feeOf = new Map(latest.fees.map(({ zone, version }) => [zone, version]));
  const prices = products.map(({ code, listPrice }) => ({
    productCode: code,
    listPrice,
    validFrom,
    version: (priceOf.get(code) ?? 0) + 1,
  }));
  const rates = fees.map((rate) => ({ ...rate, validFrom, version: (feeOf.get(rate.zone) ?? 0) + 1 }));
  if (prices.length > 0) await tx.insert(productPrices).values(prices);
  if (rates.length > 0) await tx.insert(deliveryRates).values(rates);
}

/** Returns each changed amount in satang, with the one before it. */
function detailOf({ products, fees }: PriceChange, latest: PriceState) {
  const price = new Map(latest.products.map(({ code, listPrice }) => [code, listPrice]));
  const fee = new Map(latest.fees.map((rate) => [rate.zone, rate.fee]));
  return {
    products: products.map(({ code, listPrice }) => ({ code, from: price.get(code), to: listPrice })),
    fees: fees.map((rate) => ({ zone: rate.zone, from: fee.get(rate.zone), to: rate.fee })),
  };
}
