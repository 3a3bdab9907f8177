import {
  dayListInput,
  dismissMessageInput,
  dismissMoneyInput,
  dismissParcelInput,
  dismissWorkInput,
  orderIdInput,
  rowIdInput,
} from '@/schemas/desk';
import { AppError } from '@/domain/errors';
import { readDayList } from '../../../desk/reads/day-lists';
import { listsOf, readToday } from '../../../desk/reads/today';
import { dismissStuck } from '../../../desk/acts/dismiss';
import { retryFailedRow } from '../../../desk/acts/retry-failed-row';
import { tryPaymentNow } from '../../../desk/acts/try-payment';
import { router } from '../../trpc';
import { staffProcedure } from '../procedures';

/** What waits for the staff, and the numbers of the day. */
export const todayRouter = router({
  read: staffProcedure('desk.read').query(({ ctx }) => readToday(ctx, ctx.member.role)),
  day: staffProcedure('desk.read')
    .input(dayListInput)
    .query(({ ctx, input }) => {
      if (!listsOf(ctx.member.role).includes(input.list))
        throw new AppError('NOT_ALLOWED', { reason: 'staff_role' });
      return readDayList(ctx, input.list, input.day);
    }),
  dismissMoney: staffProcedure('money.book')
    .input(dismissMoneyInput)
    .mutation(({ ctx, input }) => dismissStuck(ctx, { ...input, groups: [input.group] })),
  dismissMessage: staffProcedure('subscribers.change')
    .input(dismissMessageInput)
    .mutation(({ ctx, input }) => dismissStuck(ctx, { ...input, groups: [input.group] })),
  dismissParcel: staffProcedure('parcels.change')
    .input(dismissParcelInput)
    .mutation(({ ctx, input }) => dismissStuck(ctx, { ...input, groups: [input.group] })),
  dismissWork: staffProcedure('operation.change')
    .input(dismissWorkInput)
    .mutation(({ ctx, input }) => dismissStuck(ctx, { ...input, groups: [input.group] })),
  tryPayment: staffProcedure('subscribers.change')
    .input(orderIdInput)
    .mutation(({ ctx, input }) => tryPaymentNow(ctx, input.orderId)),
  retryRow: staffProcedure('operation.change')
    .input(rowIdInput)
    .mutation(({ ctx, input }) => retryFailedRow(ctx, input.id)),
});
