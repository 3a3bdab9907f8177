import { nothingInput } from '@/schemas/auth';
import { acceptDifferenceInput, chartInput, journalColumnsInput, monthInput } from '@/schemas/desk';
import { acceptDifference, changeChart, changeColumns, closeMonth } from '../../../desk/acts/payouts';
import { OperatorRefusal } from '../../../desk/acts/operator';
import { readChart, readColumns } from '../../../desk/reads/journal';
import { readPayoutMonth } from '../../../desk/reads/payouts';
import { readPayouts } from '../../../money/payouts/read-payouts';
import { reconcileNow } from '../../../money/reconciliation/reconcile';
import { router } from '../../trpc';
import { staffProcedure } from '../procedures';

/** What the gateway pays out, compared with the ledger and the bank's statement. */
export const payoutsRouter = router({
  month: staffProcedure('books.use')
    .input(monthInput.partial())
    .query(({ ctx, input }) => readPayoutMonth(ctx, input.month)),
  compare: staffProcedure('books.use')
    .input(nothingInput)
    .mutation(async ({ ctx }) => {
      const charges = await reconcileNow(ctx);
      if (!charges) throw new OperatorRefusal('reconciliationRuns');
      const payouts = await readPayouts(ctx.db, ctx.operator);
      if (!payouts) throw new OperatorRefusal('reconciliationRuns');
      const { read, found, failed } = charges;
      return { read, found, failed, differences: payouts.differences, problem: payouts.problem };
    }),
  accept: staffProcedure('books.use')
    .input(acceptDifferenceInput)
    .mutation(({ ctx, input }) => acceptDifference(ctx, input)),
  chart: staffProcedure('books.use').query(({ ctx }) => readChart(ctx.db)),
  changeChart: staffProcedure('books.use')
    .input(chartInput)
    .mutation(({ ctx, input }) => changeChart(ctx, input.accounts)),
  columns: staffProcedure('books.use').query(({ ctx }) => readColumns(ctx.db)),
  changeColumns: staffProcedure('books.use')
    .input(journalColumnsInput)
    .mutation(({ ctx, input }) => changeColumns(ctx, input.columns)),
  close: staffProcedure('books.use')
    .input(monthInput)
    .mutation(({ ctx, input }) => closeMonth(ctx, input.month)),
});
