import { AppError } from '@/domain/errors';
import type { Caller } from '../auth/log-in';
import type { Session } from '../auth/session';
import type { Ctx } from '../context';

export async function updateEmail(
  _ctx: Ctx,
  _session: Session,
  _input: { email: string; password?: string },
  _caller: Caller,
): Promise<{ email: string; verificationSent: boolean }> {
  throw new AppError('INTERNAL');
}

export async function confirmEmailChange(
  _ctx: Ctx,
  _token: string,
  _secret: string | null,
): Promise<{ email: string }> {
  throw new AppError('INTERNAL');
}
