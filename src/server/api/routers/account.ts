import { getHome } from '../../account/queries';
import { publicProcedure, router } from '../trpc';

export const accountRouter = router({
  home: publicProcedure.query(({ ctx }) => getHome(ctx, ctx.secret)),
});
