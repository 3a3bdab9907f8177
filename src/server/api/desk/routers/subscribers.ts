import {
  accountInput,
  addNoteInput,
  changeContactInput,
  changePlanInput,
  deskActInput,
  deskCancelInput,
  deskMoveInput,
  deskPauseInput,
  deskPointsInput,
  deskSkipInput,
  marksInput,
  messageOfSubscriberInput,
  previewChangeInput,
  searchInput,
  viewInput,
} from '@/schemas/desk-subscribers';
import { endAllSessions } from '../../../login/sessions';
import { endFollowUp, listMarks, saveMarks } from '../../../desk/acts/marks';
import { showAsSubscriber } from '../../../desk/reads/as-subscriber';
import { changeForCaller } from '../../../desk/reads/change-for-caller';
import { readMessage } from '../../../desk/reads/messages';
import { addNote, onBehalf } from '../../../desk/reads/notes';
import { searchSubscribers } from '../../../desk/reads/search';
import { viewSubscriber } from '../../../desk/reads/subscriber';
import { sendLinkAgain } from '../../../money/payment-links/send-link-again';
import { resendMessage } from '../../../work/messages/resend';
import {
  moveOrder,
  pauseSubscription,
  resumeSubscription,
  skipOrder,
} from '../../../subscriber/plan/plan-commands';
import { addApologyPoints } from '../../../shop/rewards/apologise';
import { cancelSubscription } from '../../../subscriber/plan/cancel';
import { router } from '../../trpc';
import { staffProcedure } from '../procedures';

const reading = staffProcedure('subscribers.read');
const changing = staffProcedure('subscribers.change');

/** Subscribers and their orders. Every change is one of the subscriber's own use cases, with the member as its actor. */
export const subscribersRouter = router({
  search: reading.input(searchInput).query(({ ctx, input }) => searchSubscribers(ctx, input.q, input.page)),
  view: reading.input(viewInput).query(({ ctx, input }) => viewSubscriber(ctx, ctx.member.staffId, input)),
  asSubscriber: reading
    .input(accountInput)
    .query(({ ctx, input }) => showAsSubscriber(ctx, ctx.member.staffId, input.accountId)),
  message: reading
    .input(messageOfSubscriberInput)
    .query(({ ctx, input }) => readMessage(ctx, ctx.member.staffId, input)),
  addNote: changing.input(addNoteInput).mutation(({ ctx, input }) => addNote(ctx, ctx.operator, input)),
  marks: reading.query(({ ctx }) => listMarks(ctx)),
  saveMarks: changing.input(marksInput).mutation(({ ctx, input }) => saveMarks(ctx, input)),
  endFollowUp: changing.input(accountInput).mutation(({ ctx, input }) => endFollowUp(ctx, input.accountId)),
  skip: changing
    .input(deskSkipInput)
    .mutation(({ ctx, input: { accountId, reason, ...change } }) =>
      skipOrder(ctx, accountId, { ...change, by: onBehalf(ctx.operator, accountId, reason) }),
    ),
  move: changing
    .input(deskMoveInput)
    .mutation(({ ctx, input: { accountId, reason, ...change } }) =>
      moveOrder(ctx, accountId, { ...change, by: onBehalf(ctx.operator, accountId, reason) }),
    ),
  pause: changing
    .input(deskPauseInput)
    .mutation(({ ctx, input: { accountId, reason, until, ...options } }) => {
      const change = { ...options, by: onBehalf(ctx.operator, accountId, reason) };
      return until === null
        ? resumeSubscription(ctx, accountId, change)
        : pauseSubscription(ctx, accountId, { until, ...change });
    }),
  // A mutation, because the input of a query would stand in its address.
  previewChange: changing
    .input(previewChangeInput)
    .mutation(({ ctx, input }) => changeForCaller(ctx, ctx.operator, { ...input, preview: true })),
  changePlan: changing
    .input(changePlanInput)
    .mutation(({ ctx, input }) => changeForCaller(ctx, ctx.operator, { ...input, preview: false })),
  changeContact: staffProcedure('subscribers.contact')
    .input(changeContactInput)
    .mutation(({ ctx, input }) => changeForCaller(ctx, ctx.operator, { ...input, preview: false })),
  cancel: changing.input(deskCancelInput).mutation(({ ctx, input: { accountId, why, reason } }) => {
    const by = onBehalf(ctx.operator, accountId, reason);
    return cancelSubscription(ctx, accountId, { reason: why, by });
  }),
  sendLink: changing
    .input(deskActInput)
    .mutation(({ ctx, input: { accountId, reason } }) =>
      sendLinkAgain(ctx, accountId, onBehalf(ctx.operator, accountId, reason)),
    ),
  resend: changing.input(messageOfSubscriberInput).mutation(({ ctx, input: { accountId, messageId } }) =>
    resendMessage(ctx, accountId, {
      messageId,
      by: onBehalf(ctx.operator, accountId, undefined),
    }),
  ),
  endSessions: changing
    .input(deskActInput)
    .mutation(({ ctx, input: { accountId, reason } }) =>
      endAllSessions(ctx, accountId, onBehalf(ctx.operator, accountId, reason)),
    ),
  addPoints: changing.input(deskPointsInput).mutation(({ ctx, input: { accountId, reason, ...given } }) =>
    addApologyPoints(ctx, accountId, {
      ...given,
      by: onBehalf(ctx.operator, accountId, reason),
    }),
  ),
});
