import { and, eq, inArray } from 'drizzle-orm';
import { WITHDRAW_UNTIL_MS } from '@/domain/price-change';
import { transaction } from '../../../db';
import { deliveryRates, priceChanges, productPrices } from '../../../db/schema';
import { auditOperator, OperatorRefusal, type OperatorCtx } from '../operator';
import { lockCatalogue } from './lock-catalogue';

/**
 * Withdraws a saved price change before its first day. No order has its prices yet. Later planned changes stay: their
 * prices are amounts, not differences.
 * @throws OperatorRefusal for a change that is not saved, is withdrawn already, or takes effect within an hour
 */
export async function withdrawPrices(
  ctx: OperatorCtx,
  { changeId, why }: { changeId: string; why: string },
): Promise<void> {
  const { now } = ctx;
  await transaction(ctx.db, async (tx) => {
    await lockCatalogue(tx);
    const [row] = await tx.select().from(priceChanges).where(eq(priceChanges.id, changeId)).for('update');
    if (!row?.validFrom) throw new OperatorRefusal('noPriceChange', { id: changeId });
    if (row.withdrawnAt) throw new OperatorRefusal('pricesWithdrawn');
    const { validFrom, change } = row;
    if (validFrom.getTime() - now.getTime() < WITHDRAW_UNTIL_MS) throw new OperatorRefusal('pricesInEffect');
    const codes = change.products.map(({ code }) => code);
    const zones = change.fees.map(({ zone }) => zone);
    await tx
      .delete(productPrices)
      .where(and(eq(productPrices.validFrom, validFrom), inArray(productPrices.productCode, codes)));
    await tx
      .delete(deliveryRates)
      .where(and(eq(deliveryRates.validFrom, validFrom), inArray(deliveryRates.zone, zones)));
    await tx.update(priceChanges).set({ withdrawnAt: now }).where(eq(priceChanges.id, changeId));
    const detail = { changeId, validFrom: validFrom.toISOString(), why };
    await auditOperator(tx, ctx, { subject: 'prices', what: 'prices.withdrawn', detail });
  });
}
