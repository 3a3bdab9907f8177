import { AppError } from '@/domain/errors';
import type { Ctx } from '../context';

export async function collectMyData(_ctx: Ctx, _accountId: string): Promise<Record<string, unknown>> {
  throw new AppError('INTERNAL');
}
