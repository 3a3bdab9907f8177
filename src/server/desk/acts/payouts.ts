import { and, eq, isNull, sql } from 'drizzle-orm';
import { monthOf, dayOf, type Month } from '@/domain/day';
import type { Chart, JournalColumn } from '@/domain/journal';
import { gapOf } from '@/domain/payout';
import { transaction } from '../../db';
import { payoutDifferences, payoutMonths } from '../../db/schema';
import { firstOpenMonth } from '../../money/payouts/compare-payouts';
import {
  monthStart,
  readFigures,
  readOpening,
  sumEffects,
  CLOSABLE_AFTER_MS,
} from '../../money/payouts/months';
import { withLease } from '../../platform/lease';
import { lockFlag, readFlag, writeFlag } from '../../platform/flags';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';

/**
 * Accepts a difference with a reason. It books nothing: the difference stays in the month's equation, and is no longer
 * listed as open. If its amounts change, it is open again.
 * @throws OperatorRefusal
 */
export async function acceptDifference(
  ctx: OperatorCtx,
  { id, why }: { id: string; why: string },
): Promise<{ id: string }> {
  return transaction(ctx.db, async (tx) => {
    const isOpen = and(
      eq(payoutDifferences.id, id),
      isNull(payoutDifferences.goneAt),
      isNull(payoutDifferences.acceptedAt),
    );
    const [row] = await tx
      .update(payoutDifferences)
      .set({ acceptedAt: ctx.now, acceptedBy: ctx.operator, why })
      .where(isOpen)
      .returning();
    if (!row) throw new OperatorRefusal('noDifference');
    const detail = { kind: row.kind, month: row.month, amount: Math.abs(row.actual - row.expected), why };
    await auditOperator(tx, ctx, { subject: row.subject, what: 'payout.accepted', detail });
    return { id };
  });
}

/**
 * Closes a month: its figures are stored and never change. Only the first open month, after it was read to its end and
 * each satang is explained by a listed difference.
 * @throws OperatorRefusal
 */
export async function closeMonth(ctx: OperatorCtx, month: Month): Promise<{ month: Month }> {
  const close = () =>
    transaction(ctx.db, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('payout_months'))`);
      const first = await firstOpenMonth(tx, ctx.now);
      const reading = await readFlag(tx, 'payouts');
      const readAt = reading?.readAt ? new Date(reading.readAt).getTime() : 0;
      if (month !== first || month >= monthOf(dayOf(ctx.now))) throw new OperatorRefusal('monthNotNext');
      if (readAt < monthStart(month, 1).getTime() + CLOSABLE_AFTER_MS)
        throw new OperatorRefusal('monthNotRead');
      const [found] = await readFigures(tx, {
        from: month,
        through: month,
        opening: await readOpening(tx, month),
      });
      if (!found) throw new OperatorRefusal('monthNotNext');
      const { figures } = found;
      if (gapOf(figures) !== (await sumEffects(tx, month))) throw new OperatorRefusal('monthUnexplained');
      await tx.insert(payoutMonths).values({ month, figures, closedAt: ctx.now, closedBy: ctx.operator });
      await auditOperator(tx, ctx, { subject: month, what: 'payout.month_closed', detail: { ...figures } });
      return { month };
    });
  // A fee that is read meanwhile would be in neither month, or in both.
  const closed = await withLease(ctx.db, { name: 'payouts' }, close);
  if (!closed) throw new OperatorRefusal('reconciliationRuns');
  return closed.done;
}

/** Changes numbers and names of the accounts of the journal. */
export async function changeChart(ctx: OperatorCtx, accounts: Chart): Promise<{ accounts: Chart }> {
  return transaction(ctx.db, async (tx) => {
    await lockFlag(tx, 'chart');
    await writeFlag(tx, 'chart', { accounts });
    await auditOperator(tx, ctx, { subject: 'journal', what: 'payout.chart_changed', detail: { accounts } });
    return { accounts };
  });
}

/** Changes the columns of the journal file: which, in which order, and their heads. */
export async function changeColumns(
  ctx: OperatorCtx,
  columns: JournalColumn[],
): Promise<{ columns: JournalColumn[] }> {
  return transaction(ctx.db, async (tx) => {
    await lockFlag(tx, 'journalColumns');
    await writeFlag(tx, 'journalColumns', { columns });
    await auditOperator(tx, ctx, { subject: 'journal', what: 'payout.columns_changed', detail: { columns } });
    return { columns };
  });
}
