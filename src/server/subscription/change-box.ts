import type { BoxItem } from '@/domain/box';
import type { Day } from '@/domain/day';
import { AppError } from '@/domain/errors';
import type { Frequency } from '@/domain/subscription';
import type { Ctx } from '../context';
import type { SubscriptionView } from './shown';

export async function changeBox(
  _ctx: Ctx,
  _accountId: string,
  _input: { items: BoxItem[]; preview?: boolean; version?: number },
): Promise<SubscriptionView> {
  throw new AppError('INTERNAL');
}
