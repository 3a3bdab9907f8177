import type { z } from 'zod';
import type { redeemInput } from '@/schemas/rewards';
import type { Ctx } from '../context';
import type { WireOrder } from '../orders/queries';

export async function redeemProduct(
  _ctx: Ctx,
  _accountId: string,
  _input: z.output<typeof redeemInput>,
): Promise<{ order: WireOrder; points: number }> {
  return Promise.reject(new Error('not written yet'));
}
