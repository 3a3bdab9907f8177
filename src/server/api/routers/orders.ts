import { pageInput } from '@/schemas/paging';
import { listPreviousOrders, listUpcomingOrders } from '../../orders/queries';
import { accountProcedure, router } from '../trpc';

export const ordersRouter = router({
  upcoming: accountProcedure.query(({ ctx }) => listUpcomingOrders(ctx, ctx.accountId)),
  previous: accountProcedure
    .input(pageInput)
    .query(({ ctx, input }) => listPreviousOrders(ctx, ctx.accountId, input.page)),
});
