import { runBillingInput } from '@/schemas/billing';
import { runBillingAsOf } from '../../jobs/as-of';
import { operatorProcedure, router } from '../trpc';

export const billingRouter = router({
  run: operatorProcedure('billing')
    .input(runBillingInput)
    .mutation(({ ctx, input }) => runBillingAsOf(ctx, input)),
});
