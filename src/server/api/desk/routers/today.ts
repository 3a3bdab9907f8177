import {
  dismissMessageInput,
  dismissMoneyInput,
  dismissParcelInput,
  dismissWorkInput,
  orderIdInput,
  rowIdInput,
} from '@/schemas/desk';
import { AppError } from '@/domain/errors';
import { mayDo } from '@/domain/staff';
import { DESK_LISTS, deskListInput, saveViewInput, viewIdInput } from '@/schemas/desk-lists';
import { readList } from '../../../desk/reads/lists';
import { readDone } from '../../../desk/reads/log';
import { readToday } from '../../../desk/reads/today';
import { countWaiting } from '../../../desk/reads/waiting';
import { deleteView, listViews, saveView } from '../../../desk/acts/desk-views';
import { dismissStuck } from '../../../desk/acts/dismiss';
import { retryFailedRow } from '../../../desk/acts/retry-failed-row';
import { tryPaymentNow } from '../../../desk/acts/try-payment';
import { router } from '../../trpc';
import { staffProcedure } from '../procedures';

/** What waits for the staff, and the numbers of the day. */
export const todayRouter = router({
  read: staffProcedure('desk.read').query(({ ctx }) => readToday(ctx, ctx.member.role)),
  waiting: staffProcedure('desk.read').query(({ ctx }) => countWaiting(ctx, ctx.member)),
  done: staffProcedure('desk.read').query(({ ctx }) => readDone(ctx, ctx.member)),
  list: staffProcedure('desk.read')
    .input(deskListInput)
    .query(({ ctx, input }) => {
      if (!mayDo(ctx.member.role, DESK_LISTS[input.list].action))
        throw new AppError('NOT_ALLOWED', { reason: 'staff_role' });
      return readList(ctx, input);
    }),
  views: staffProcedure('desk.read').query(({ ctx }) => listViews(ctx, ctx.member.staffId)),
  saveView: staffProcedure('desk.read')
    .input(saveViewInput)
    .mutation(({ ctx, input }) => saveView(ctx, ctx.member.staffId, input)),
  deleteView: staffProcedure('desk.read')
    .input(viewIdInput)
    .mutation(({ ctx, input }) => deleteView(ctx, ctx.member.staffId, input.viewId)),
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
