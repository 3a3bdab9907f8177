import {
  cancelInput,
  cancelOfferInput,
  changeBoxInput,
  changeFrequencyInput,
  changePaymentDayInput,
  pauseInput,
  reactivateInput,
  resumeInput,
} from '@/schemas/subscription';
import { cancelSubscription, listCancelReasons } from '../../subscription/cancel';
import { offerInsteadOfCancel } from '../../subscription/cancel-offer';
import {
  changeBox,
  changeFrequency,
  changePaymentDay,
  pauseSubscription,
  resumeSubscription,
} from '../../subscription/plan-commands';
import { reactivate } from '../../subscription/reactivate';
import { getReactivationOptions } from '../../subscription/reactivation-options';
import { getSubscriptionView, getYearAhead } from '../../subscription/queries';
import { accountProcedure, asAccount, procedureNamed, publicProcedure, router } from '../trpc';

export const subscriptionRouter = router({
  current: accountProcedure.query(({ ctx }) => getSubscriptionView(ctx, ctx.accountId)),
  yearAhead: accountProcedure.query(({ ctx }) => getYearAhead(ctx, ctx.accountId)),
  changeBox: procedureNamed('CHANGE_BOX_FAILED')
    .use(asAccount)
    .input(changeBoxInput)
    .mutation(({ ctx, input }) => changeBox(ctx, ctx.accountId, input)),
  changeFrequency: procedureNamed('CHANGE_FREQUENCY_FAILED')
    .use(asAccount)
    .input(changeFrequencyInput)
    .mutation(({ ctx, input }) => changeFrequency(ctx, ctx.accountId, input)),
  changePaymentDay: procedureNamed('CHANGE_PAYMENT_DAY_FAILED')
    .use(asAccount)
    .input(changePaymentDayInput)
    .mutation(({ ctx, input }) => changePaymentDay(ctx, ctx.accountId, input)),
  pause: procedureNamed('PAUSE_FAILED')
    .use(asAccount)
    .input(pauseInput)
    .mutation(({ ctx, input }) => pauseSubscription(ctx, ctx.accountId, input)),
  resume: procedureNamed('RESUME_FAILED')
    .use(asAccount)
    .input(resumeInput)
    .mutation(({ ctx, input }) => resumeSubscription(ctx, ctx.accountId, input)),
  cancelReasons: publicProcedure.query(() => listCancelReasons()),
  cancelOffer: procedureNamed('CANCEL_FAILED')
    .use(asAccount)
    .input(cancelOfferInput)
    .mutation(({ ctx, input }) => offerInsteadOfCancel(ctx, ctx.accountId, input)),
  cancel: procedureNamed('CANCEL_FAILED')
    .use(asAccount)
    .input(cancelInput)
    .mutation(({ ctx, input }) => cancelSubscription(ctx, ctx.accountId, input)),
  reactivation: accountProcedure.query(({ ctx }) => getReactivationOptions(ctx, ctx.accountId)),
  reactivate: procedureNamed('REACTIVATE_FAILED')
    .use(asAccount)
    .input(reactivateInput)
    .mutation(({ ctx, input }) => reactivate(ctx, ctx.accountId, input)),
});
