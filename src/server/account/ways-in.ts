import type { z } from 'zod';
import { AppError } from '@/domain/errors';
import type { waysInAnswer } from '@/schemas/answers/ways-in';
import type { Session } from '../auth/session';
import type { Ctx } from '../context';

type WaysIn = z.output<typeof waysInAnswer>;

/** How the person can log in. One query. */
export function getWaysIn(_ctx: Ctx, _session: Session): Promise<WaysIn> {
  return Promise.reject(new AppError('INTERNAL'));
}

/**
 * Takes LINE off the account; the person is told by mail.
 * @throws AppError LAST_WAY_IN, NOT_ALLOWED
 */
export function unlinkLine(_ctx: Ctx, _session: Session): Promise<WaysIn> {
  return Promise.reject(new AppError('INTERNAL'));
}

/**
 * Sends the link again that proves the e-mail.
 * @returns whether one was sent: none is needed once the e-mail is verified.
 * @throws AppError THROTTLED
 */
export function resendVerification(_ctx: Ctx, _session: Session): Promise<{ verificationSent: boolean }> {
  return Promise.reject(new AppError('INTERNAL'));
}
