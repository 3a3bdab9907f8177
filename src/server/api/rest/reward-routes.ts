import { applyCodeAnswer, redeemAnswer, referralCodeAnswer } from '@/schemas/answers/rewards';
import { nothingInput } from '@/schemas/auth';
import { applyCodeInput, redeemInput } from '@/schemas/rewards';
import { row } from './row';

/** The REST paths of points and codes. */
export const REWARD_ROUTES = {
  'POST /api/orders/product-rewards': row({
    who: 'subscriber',
    summary: 'Redeem points for a free product, which rides in an upcoming order',
    description:
      'Spends points on a product that is sent with an upcoming order: the given one, or the next one.',
    input: redeemInput,
    answer: redeemAnswer,
    refusals: [
      'ORDER_NOT_FOUND',
      'ORDER_NOT_UPCOMING',
      'POINTS_TOO_FEW',
      'PRODUCT_NOT_REDEEMABLE',
      'ORDER_HAS_FREE_PRODUCT',
      'NO_UPCOMING_ORDER',
      'PAYMENT_PENDING',
      'REDEEM_FAILED',
    ],
    call: (api, input) => api.rewards.redeem(input),
  }),
  'POST /api/referral-codes/generate': row({
    who: 'subscriber',
    summary: 'The code that friends join with; the same each time',
    description:
      'Returns the referral code of the account with a link to share. The first call creates the code.',
    input: nothingInput,
    answer: referralCodeAnswer,
    refusals: ['NOT_ACTIVE', 'PAYMENT_PENDING'],
    call: (api, input) => api.rewards.generateCode(input),
  }),
  'POST /api/referral-codes/apply': row({
    who: 'anyone',
    usesSession: true,
    summary: 'Attach a code to the registration in progress, or ask what it takes off a box',
    description:
      'With a registration in progress the code is attached to it, or removed by null. Without one the discount is only computed for the items given.',
    input: applyCodeInput,
    answer: applyCodeAnswer,
    refusals: ['CODE_INVALID', 'PAYMENT_PENDING', 'BOX_INVALID', 'POSTCODE_INVALID', 'THROTTLED'],
    call: (api, input) => api.rewards.applyCode(input),
  }),
};
