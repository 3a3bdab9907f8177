import { AppError } from '@/domain/errors';
import type { Ctx } from '../context';
import type { SubscriptionView } from '../subscription/shown';
import type { DeliveryInput } from './delivery';

export async function updateAddress(
  _ctx: Ctx,
  _accountId: string,
  _input: DeliveryInput & { preview?: boolean; version?: number },
): Promise<SubscriptionView> {
  throw new AppError('INTERNAL');
}
