import { applyCodeAnswer, redeemAnswer, referralCodeAnswer } from '@/schemas/answers/rewards';
import { nothingInput } from '@/schemas/auth';
import { applyCodeInput, redeemInput } from '@/schemas/rewards';
import { row } from './row';

/** The REST paths of points and codes. */
export const REWARD_ROUTES = {
  'POST /api/orders/product-rewards': row({
    who: 'subscriber',
    summary: 'Redeem points for a free product, which rides in an upcoming order',
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
    input: nothingInput,
    answer: referralCodeAnswer,
    refusals: ['NOT_ACTIVE', 'PAYMENT_PENDING'],
    call: (api, input) => api.rewards.generateCode(input),
  }),
  'POST /api/referral-codes/apply': row({
    who: 'anyone',
    summary: 'Attach a code to the registration in progress, or ask what it takes off a box',
    input: applyCodeInput,
    answer: applyCodeAnswer,
    refusals: ['CODE_INVALID', 'PAYMENT_PENDING', 'BOX_INVALID', 'POSTCODE_INVALID', 'THROTTLED'],
    call: (api, input) => api.rewards.applyCode(input),
  }),
};
