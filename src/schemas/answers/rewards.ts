import { z } from 'zod';
import { totalsAnswer } from './account';
import { orderAnswer } from './orders';
import { satang } from './parts';

/** `points` is the remaining balance. */
export const redeemAnswer = z.strictObject({ order: orderAnswer, points: z.int() });

export const referralCodeAnswer = z
  .strictObject({
    code: z.string(),
    shareUrl: z.string(),
    friendDiscount: satang,
    referrerPoints: z.int(),
  })
  .meta({ id: 'ReferralCode' });

/** `discount`: the discount of the code in satang; `message`: in the caller's language. */
export const applyCodeAnswer = z.strictObject({
  discount: satang,
  message: z.string(),
  totals: totalsAnswer,
});
