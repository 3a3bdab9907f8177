import { TRPCError } from '@trpc/server';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { AppError, type ErrorCode } from '@/domain/errors';
import type { Locale } from '@/domain/locale';
import { localePath, logInPath } from '@/locales/paths';
import { serverCaller } from '@/server/api/server-caller';
import { isUnfinished } from './visitor';

/** Returns the procedures, called in process with the visitor's own headers; one caller per request. */
export const api = cache(async () => serverCaller(await headers()));

export const publicSettings = cache(async () => (await api()).catalogue.settings());

/** Returns the current session, or null without a log-in. Reading never extends the session. */
export const currentSession = cache(async () => {
  try {
    return await (await api()).auth.me();
  } catch (error) {
    if (isRefusal(error, 'NOT_LOGGED_IN')) return null;
    throw error;
  }
});

/** Returns the session of a page that needs one; redirects other visitors to log-in, which returns to `address`. */
export async function requireSession(locale: Locale, address: string) {
  const session = await currentSession();
  if (!session) redirect(logInPath(locale, address));
  return session;
}

/** Returns the session of a subscriber; redirects a visitor with an unfinished registration to its next step. */
export async function requireSubscriber(locale: Locale, path: string) {
  const session = await requireSession(locale, localePath(locale, path));
  if (isUnfinished(session)) redirect(localePath(locale, '/register/payment'));
  return session;
}

/**
 * Whether this visitor's registration is in progress. Redirects subscribers to their account. A registration with an open
 * payment link, or an expired one, cannot be changed.
 */
export async function isRegistering(locale: Locale): Promise<boolean> {
  const session = await currentSession();
  if (!session) return false;
  if (!session.subscription?.registering) redirect(localePath(locale, '/account'));
  if (!isUnfinished(session)) redirect(localePath(locale, '/register/confirmation'));
  const { registration } = await api();
  const current = await registration.current();
  if (current?.transferAwaitedUntil) redirect(localePath(locale, '/register/confirmation'));
  return true;
}

/** Whether a procedure failed with this code. */
export function isRefusal(error: unknown, code: ErrorCode): boolean {
  return error instanceof TRPCError && error.cause instanceof AppError && error.cause.code === code;
}
