import { dayOf, type Day } from '@/domain/day';
import type { ProductCode } from '@/domain/product';
import { transaction } from '../../db';
import { stockEntries } from '../../db/schema';
import { newId } from '../../platform/ids';
import { auditOperator, type OperatorCtx } from './operator';

/** Records a count of a product, or packs that arrived or are expected. */
export async function recordStock(
  ctx: OperatorCtx,
  staffId: string,
  entry: { code: ProductCode; kind: 'count' | 'arrival'; packs: number; onDay: Day | null },
): Promise<void> {
  const { code, kind, packs, onDay } = entry;
  await transaction(ctx.db, async (tx) => {
    await tx.insert(stockEntries).values({
      id: newId('stock'),
      productCode: code,
      kind,
      packs,
      onDay: onDay ?? dayOf(ctx.now),
      staffId,
      createdAt: ctx.now,
    });
    await auditOperator(tx, ctx, { subject: code, what: `stock.${kind}`, detail: { packs, onDay } });
  });
}
