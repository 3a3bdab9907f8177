import { getHome } from '../../account/queries';
import { accountProcedure, router } from '../trpc';

export const accountRouter = router({
  home: accountProcedure.query(({ ctx }) => getHome(ctx, ctx.accountId)),
});
