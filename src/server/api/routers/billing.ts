import { billingRunAnswer } from '@/schemas/answers/payments';
import { answer } from '../call';
import { runBillingInput } from '@/schemas/billing';
import { runBillingAsOf } from '../../work/jobs/as-of';
import { operatorProcedure, router } from '../trpc';

export const billingRouter = router({
  run: operatorProcedure('billing')
    .meta({
      who: 'operator',
      rest: {
        path: 'POST /api/omise/schedule-payments',
        summary: 'Do what is due in billing now',
        description:
          'Plans orders, charges due payments and sends payment links, as the billing run does every minute. `asOf` is allowed outside production only.',
      },
      refusals: ['DATE_OUT_OF_RANGE', 'BILLING_RUNNING'],
      example: {
        input: { limit: 100 },
        data: { planned: 3, charged: 1, declined: 0, unknown: 0, linksSent: 0, failed: 0 },
      },
    })
    .input(runBillingInput)
    .output(answer(billingRunAnswer))
    .mutation(({ ctx, input }) => runBillingAsOf(ctx, input)),
});
