import { z } from 'zod';
import { totalsAnswer } from './account';
import { orderAnswer } from './orders';
import { satang } from './parts';

export const redeemAnswer = z.strictObject({
  order: orderAnswer,
  points: z.int().describe('The remaining balance.'),
});

export const referralCodeAnswer = z
  .strictObject({
    code: z.string(),
    shareUrl: z.string(),
    friendDiscount: satang,
    referrerPoints: z.int(),
  })
  .meta({ id: 'ReferralCode' });

export const applyCodeAnswer = z.strictObject({
  discount: satang.describe('The discount of the code in satang.'),
  message: z.string().describe('In the language of the caller.'),
  totals: totalsAnswer,
});
