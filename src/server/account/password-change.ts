import { AppError } from '@/domain/errors';
import type { Caller } from '../auth/log-in';
import type { Session } from '../auth/session';
import type { Ctx } from '../context';

export async function updatePassword(
  _ctx: Ctx,
  _session: Session,
  _input: { currentPassword?: string; password: string; confirmPassword: string },
  _caller: Caller,
): Promise<Record<string, never>> {
  throw new AppError('INTERNAL');
}
