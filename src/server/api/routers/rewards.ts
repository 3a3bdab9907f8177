import { nothingInput } from '@/schemas/auth';
import { pageInput } from '@/schemas/paging';
import { applyCodeInput, invitationInput, redeemInput, seeMilestoneInput } from '@/schemas/rewards';
import { applyCode, viewInvitation } from '../../account/apply-code';
import { listPointsEntries, viewRewards } from '../../rewards/queries';
import { redeemProduct } from '../../rewards/redeem';
import { generateReferralCode } from '../../rewards/referral-code';
import { markMilestoneSeen } from '../../rewards/mark-milestone-seen';
import { accountProcedure, asAccount, procedureNamed, publicProcedure, router } from '../trpc';

export const rewardsRouter = router({
  summary: accountProcedure.query(({ ctx }) => viewRewards(ctx, ctx.accountId)),
  ledger: accountProcedure
    .input(pageInput)
    .query(({ ctx, input }) => listPointsEntries(ctx, ctx.accountId, input.page)),
  seeMilestone: accountProcedure
    .input(seeMilestoneInput)
    .mutation(({ ctx, input }) => markMilestoneSeen(ctx, ctx.accountId, input.milestone)),
  redeem: procedureNamed('REDEEM_FAILED')
    .use(asAccount)
    .input(redeemInput)
    .mutation(({ ctx, input }) => redeemProduct(ctx, ctx.accountId, input)),
  generateCode: accountProcedure
    .input(nothingInput)
    .mutation(({ ctx }) => generateReferralCode(ctx, ctx.accountId)),
  applyCode: publicProcedure.input(applyCodeInput).mutation(async ({ ctx, input }) => {
    const session = await ctx.session();
    const locale = await ctx.learnLocale();
    return applyCode(ctx, { accountId: session?.accountId ?? null, locale, caller: ctx.caller }, input);
  }),
  invitation: publicProcedure
    .input(invitationInput)
    .query(({ ctx, input }) => viewInvitation(ctx, ctx.caller, input.code)),
});
