import type { z } from 'zod';
import type { referralCodeAnswer } from '@/schemas/answers/rewards';
import type { Ctx } from '../context';

export async function generateReferralCode(
  _ctx: Ctx,
  _accountId: string,
): Promise<z.output<typeof referralCodeAnswer>> {
  return Promise.reject(new Error('not written yet'));
}
