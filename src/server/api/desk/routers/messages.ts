import { messageKindInput } from '@/schemas/desk';
import { listMessageKinds, previewMessage, readQuota } from '../../../desk/reads/message-previews';
import { router } from '../../trpc';
import { staffProcedure } from '../procedures';

const reading = staffProcedure('subscribers.read');

/** Examples of all messages. */
export const messagesRouter = router({
  kinds: reading.query(() => listMessageKinds()),
  quota: reading.query(({ ctx }) => readQuota(ctx)),
  preview: reading.input(messageKindInput).query(({ input }) => previewMessage(input.kind)),
});
