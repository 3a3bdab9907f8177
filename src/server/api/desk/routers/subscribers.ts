import { searchInput } from '@/schemas/desk-subscribers';
import { searchSubscribers } from '../../../desk/search';
import { router } from '../../trpc';
import { staffProcedure } from '../procedures';

/** Subscribers and their orders. */
export const subscribersRouter = router({
  search: staffProcedure('subscribers.read')
    .input(searchInput)
    .query(({ ctx, input }) => searchSubscribers(ctx, input.q)),
});
