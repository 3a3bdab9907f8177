import { AppError } from '@/domain/errors';
import type { Ctx } from '../context';
import type { WireOrder } from './queries';

export async function skipOrder(
  _ctx: Ctx,
  _accountId: string,
  _input: { orderId: string; skip: boolean },
): Promise<{ order: WireOrder; upcoming: WireOrder[] }> {
  throw new AppError('INTERNAL');
}
