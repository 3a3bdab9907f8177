import { AppError } from '@/domain/errors';
import type { Ctx } from '../context';
import type { Caller } from './log-in';

/**
 * Sends a link with which a password can be set, if somebody has this e-mail; the answer is the same if nobody has.
 * @throws AppError THROTTLED
 */
export function requestPasswordReset(
  _ctx: Ctx,
  _input: { email: string },
  _caller: Caller,
): Promise<Record<string, never>> {
  return Promise.reject(new AppError('INTERNAL'));
}

/**
 * Sets a password by the secret of such a link, once; every session and every other link ends.
 * @throws AppError TOKEN_EXPIRED, PASSWORDS_DIFFER, THROTTLED
 */
export function resetPassword(
  _ctx: Ctx,
  _input: { token: string; password: string; confirmPassword: string },
  _caller: Caller,
): Promise<Record<string, never>> {
  return Promise.reject(new AppError('INTERNAL'));
}
