import type { z } from 'zod';
import { AppError } from '@/domain/errors';
import type { sessionsAnswer } from '@/schemas/answers/ways-in';
import type { Ctx } from '../context';
import type { Session } from './session';

type Sessions = z.output<typeof sessionsAnswer>;

/** The live sessions of whoever is logged in, the present one first, then the most lately active. */
export function listSessions(_ctx: Ctx, _session: Session): Promise<Sessions> {
  return Promise.reject(new AppError('INTERNAL'));
}

/**
 * Ends one of the caller's own sessions. @returns those that remain.
 * @throws AppError NOT_FOUND for somebody else's, or none
 */
export function endOneSession(_ctx: Ctx, _session: Session, _sessionId: string): Promise<Sessions> {
  return Promise.reject(new AppError('INTERNAL'));
}

/** Ends all but the caller's present session. @returns what remains. */
export function endAllOtherSessions(_ctx: Ctx, _session: Session): Promise<Sessions> {
  return Promise.reject(new AppError('INTERNAL'));
}
