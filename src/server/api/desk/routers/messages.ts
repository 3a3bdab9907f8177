import { AppError } from '@/domain/errors';
import { broadcastIdInput, broadcastInput, sendBroadcastInput } from '@/schemas/broadcasts';
import { messageKindInput } from '@/schemas/desk';
import { sendBroadcast, sendTest, stopBroadcast } from '../../../desk/acts/broadcasts';
import { listBroadcasts, previewBroadcast } from '../../../desk/reads/broadcasts';
import { listMessageKinds, previewMessage, readQuota } from '../../../desk/reads/message-previews';
import { router } from '../../trpc';
import { staffProcedure } from '../procedures';

const reading = staffProcedure('subscribers.read');
const writing = staffProcedure('subscribers.change');

/** Examples of all messages, and what the staff writes to subscribers. */
export const messagesRouter = router({
  kinds: reading.query(() => listMessageKinds()),
  quota: reading.query(({ ctx }) => readQuota(ctx)),
  preview: reading.input(messageKindInput).query(({ input }) => previewMessage(input.kind)),
  broadcasts: reading.query(({ ctx }) => listBroadcasts(ctx)),
  // A mutation, because the input of a query would stand in its address.
  previewBroadcast: writing.input(broadcastInput).mutation(({ ctx, input }) => previewBroadcast(ctx, input)),
  testBroadcast: writing
    .input(broadcastInput)
    .mutation(({ ctx, input }) => sendTest(ctx, ctx.member.staffId, input)),
  write: writing.input(sendBroadcastInput).mutation(({ ctx, input }) => {
    if (input.filter.accountId === undefined) throw new AppError('INPUT_INVALID');
    return sendBroadcast(ctx, ctx.member, input);
  }),
  writeToGroup: staffProcedure('subscribers.writeToGroup')
    .input(sendBroadcastInput)
    .mutation(({ ctx, input }) => sendBroadcast(ctx, ctx.member, input)),
  stopBroadcast: writing
    .input(broadcastIdInput)
    .mutation(({ ctx, input }) => stopBroadcast(ctx, input.broadcastId)),
});
