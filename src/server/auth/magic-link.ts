import type { z } from 'zod';
import { AppError } from '@/domain/errors';
import type { magicLinkElsewhereAnswer } from '@/schemas/answers/ways-in';
import type { Ctx } from '../context';
import type { Caller } from './log-in';

/**
 * Sends a link, and six digits, that log in once within 15 minutes; what was sent before ends.
 * @returns the secret for the cookie of the browser that asked.
 * @throws AppError EMAIL_UNKNOWN, THROTTLED
 */
export function requestMagicLink(
  _ctx: Ctx,
  _input: { email: string; next?: string },
  _caller: Caller,
): Promise<{ browserSecret: string; expiresInMinutes: number }> {
  return Promise.reject(new AppError('INTERNAL'));
}

/**
 * What opening the link does: in the browser that asked it logs in, elsewhere it uses nothing up and says so.
 * @throws AppError TOKEN_EXPIRED, THROTTLED
 */
export function openMagicLink(
  _ctx: Ctx,
  _input: { token: string },
  _caller: Caller & { browserSecret: string | null; earlier: string | null },
): Promise<{ secret: string } | { elsewhere: z.output<typeof magicLinkElsewhereAnswer> }> {
  return Promise.reject(new AppError('INTERNAL'));
}

/**
 * Uses the link up, in whichever browser: by its secret, or by e-mail and code (five tries).
 * @param earlier the secret the caller came with: that session ends.
 * @returns the secret of a new session.
 * @throws AppError TOKEN_EXPIRED, LOGIN_CODE_INCORRECT, THROTTLED
 */
export function useMagicLink(
  _ctx: Ctx,
  _input: { token: string } | { email: string; code: string },
  _caller: Caller,
  _earlier: string | null,
): Promise<string> {
  return Promise.reject(new AppError('INTERNAL'));
}
