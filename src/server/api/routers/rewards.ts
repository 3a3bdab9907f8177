import { applyCodeAnswer, redeemAnswer, referralCodeAnswer } from '@/schemas/answers/rewards';
import { answer } from '../call';
import { nothingInput } from '@/schemas/auth';
import { pageInput } from '@/schemas/paging';
import { applyCodeInput, invitationInput, redeemInput, seeMilestoneInput } from '@/schemas/rewards';
import { applyCode, viewInvitation } from '../../subscriber/account/apply-code';
import { listPointsEntries, viewRewards } from '../../shop/rewards/queries';
import { redeemProduct } from '../../shop/rewards/redeem';
import { generateReferralCode } from '../../shop/rewards/referral-code';
import { markMilestoneSeen } from '../../shop/rewards/mark-milestone-seen';
import { accountProcedure, accountProcedureNamed, publicProcedure, router } from '../trpc';
import { items, totals, upcoming } from './examples';

export const rewardsRouter = router({
  summary: accountProcedure.meta({ who: 'logged_in' }).query(({ ctx }) => viewRewards(ctx, ctx.accountId)),
  ledger: accountProcedure
    .meta({ who: 'logged_in', example: { input: { page: 1 } } })
    .input(pageInput)
    .query(({ ctx, input }) => listPointsEntries(ctx, ctx.accountId, input.page)),
  seeMilestone: accountProcedure
    .meta({ who: 'subscriber', example: { input: { milestone: 1 } } })
    .input(seeMilestoneInput)
    .mutation(({ ctx, input }) => markMilestoneSeen(ctx, ctx.accountId, input.milestone)),
  redeem: accountProcedureNamed('REDEEM_FAILED')
    .meta({
      who: 'subscriber',
      rest: {
        path: 'POST /api/orders/product-rewards',
        summary: 'Redeem points for a free product, which rides in an upcoming order',
        description:
          'Spends points on a product that is sent with an upcoming order: the given one, or the next one.',
      },
      graphql: {
        mutation: 'redeemProduct',
        description: 'Points for one pack, in the order that is named or the first upcoming one without.',
      },
      refusals: [
        'ORDER_NOT_FOUND',
        'ORDER_NOT_UPCOMING',
        'POINTS_TOO_FEW',
        'PRODUCT_NOT_REDEEMABLE',
        'ORDER_HAS_FREE_PRODUCT',
        'NO_UPCOMING_ORDER',
        'PAYMENT_PENDING',
      ],
      example: {
        input: { productCode: 'panty-liners' },
        data: { order: { ...upcoming[0], freeProduct: 'panty-liners' }, points: 12 },
      },
    })
    .input(redeemInput)
    .output(answer(redeemAnswer))
    .mutation(({ ctx, input }) => redeemProduct(ctx, ctx.accountId, input)),
  generateCode: accountProcedure
    .meta({
      who: 'subscriber',
      rest: {
        path: 'POST /api/referral-codes/generate',
        summary: 'The code that friends join with; the same each time',
        description:
          'Returns the referral code of the account with a link to share. The first call creates the code.',
      },
      graphql: { mutation: 'generateReferralCode' },
      refusals: ['NOT_ACTIVE', 'PAYMENT_PENDING'],
      example: {
        input: {},
        data: {
          code: 'IRA-7K3M9Q',
          shareUrl: 'https://ira.example/invite/IRA-7K3M9Q',
          friendDiscount: 10_000,
          referrerPoints: 100,
        },
      },
    })
    .input(nothingInput)
    .output(answer(referralCodeAnswer))
    .mutation(({ ctx }) => generateReferralCode(ctx, ctx.accountId)),
  applyCode: publicProcedure
    .meta({
      who: 'anyone',
      rest: {
        path: 'POST /api/referral-codes/apply',
        usesSession: true,
        summary: 'Attach a code to the registration in progress, or ask what it takes off a box',
        description:
          'With a registration in progress the code is attached to it, or removed by null. Without one the discount is only computed for the items given.',
      },
      graphql: {
        mutation: 'applyCode',
        description:
          'With a registration in progress the code is attached to it, and null removes it; otherwise it is checked for a box.',
        nullable: ['code'],
      },
      refusals: ['CODE_INVALID', 'PAYMENT_PENDING', 'BOX_INVALID', 'POSTCODE_INVALID', 'THROTTLED'],
      example: {
        input: { code: 'IRA-7K3M9Q', items, postalCode: '10110' },
        data: {
          discount: 10_000,
          message: 'You got a discount!',
          totals: { ...totals, deliveryFee: 4_000, codeDiscount: 10_000, total: 27_525 },
        },
      },
    })
    .input(applyCodeInput)
    .output(answer(applyCodeAnswer))
    .mutation(async ({ ctx, input }) => {
      const session = await ctx.session();
      const locale = await ctx.learnLocale();
      return applyCode(ctx, { accountId: session?.accountId ?? null, locale, caller: ctx.caller }, input);
    }),
  invitation: publicProcedure
    .meta({ who: 'anyone', example: { input: { code: 'IRA-7K3M9Q' } } })
    .input(invitationInput)
    .query(({ ctx, input }) => viewInvitation(ctx, ctx.caller, input.code)),
});
