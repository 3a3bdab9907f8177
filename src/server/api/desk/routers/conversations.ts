import {
  answerInput,
  assignInput,
  closeInput,
  conversationInput,
  conversationListInput,
  conversationNoteInput,
  messagePictureInput,
  savedAnswerIdInput,
  savedAnswerInput,
} from '@/schemas/desk-conversations';
import {
  answer,
  assign,
  close,
  deleteSavedAnswer,
  note,
  remove,
  reopen,
  saveAnswer,
} from '../../../desk/acts/conversations';
import { listSavedAnswers, readConversation, readMessagePicture } from '../../../desk/reads/conversation';
import { listAnswerers, listConversations, readStamp } from '../../../desk/reads/conversations';
import { router } from '../../trpc';
import { staffProcedure } from '../procedures';

const using = staffProcedure('conversations.use');

/** What people write to the staff, and the answers to it. */
export const conversationsRouter = router({
  list: using
    .input(conversationListInput)
    .query(({ ctx, input }) => listConversations(ctx, ctx.member.staffId, input)),
  stamp: using.query(({ ctx }) => readStamp(ctx, ctx.member.staffId)),
  read: using
    .input(conversationInput)
    .query(({ ctx, input }) => readConversation(ctx, ctx.member.staffId, input.conversationId)),
  picture: using
    .input(messagePictureInput)
    .query(({ ctx, input }) => readMessagePicture(ctx, input.messageId)),
  answerers: using.query(({ ctx }) => listAnswerers(ctx)),
  answer: using.input(answerInput).mutation(({ ctx, input }) => answer(ctx, ctx.member.staffId, input)),
  note: using.input(conversationNoteInput).mutation(({ ctx, input }) => note(ctx, ctx.member.staffId, input)),
  assign: using.input(assignInput).mutation(({ ctx, input }) => assign(ctx, ctx.member.staffId, input)),
  close: using.input(closeInput).mutation(({ ctx, input }) => close(ctx, ctx.member.staffId, input)),
  reopen: using
    .input(conversationInput)
    .mutation(({ ctx, input }) => reopen(ctx, ctx.member.staffId, input.conversationId)),
  delete: staffProcedure('conversations.delete')
    .input(conversationInput)
    .mutation(({ ctx, input }) => remove(ctx, ctx.member.staffId, input.conversationId)),
  savedAnswers: using.query(({ ctx }) => listSavedAnswers(ctx)),
  saveAnswer: using
    .input(savedAnswerInput)
    .mutation(({ ctx, input }) => saveAnswer(ctx, ctx.member.staffId, input)),
  deleteSavedAnswer: using
    .input(savedAnswerIdInput)
    .mutation(({ ctx, input }) => deleteSavedAnswer(ctx, ctx.member.staffId, input.savedAnswerId)),
});
