import { AppError } from '@/domain/errors';
import type { Caller } from '../auth/log-in';
import type { Ctx } from '../context';

export async function deleteAccount(
  _ctx: Ctx,
  _accountId: string,
  _input: { password?: string },
  _caller: Caller,
): Promise<void> {
  throw new AppError('INTERNAL');
}
