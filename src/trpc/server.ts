import { TRPCError } from '@trpc/server';
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import type { ErrorCode } from '@/domain/error-kinds';
import { AppError } from '@/domain/errors';
import type { Locale } from '@/domain/locale';
import { localePath, logInPath } from '@/locales/paths';
import { serverCaller } from '@/server/api/server-caller';
import { isUnfinished } from './visitor';

/**
 * Returns an object that calls the tRPC procedures in this process, with the headers of the visitor's
 * request. It is created once per request.
 */
export const api = cache(async () => serverCaller(await headers()));

export const publicSettings = cache(async () => (await api()).catalogue.settings());

/** Returns the current session; null without a log-in. Reading a session never extends it. */
export const currentSession = cache(async () => {
  try {
    return await (await api()).auth.me();
  } catch (error) {
    if (isRefusal(error, 'NOT_LOGGED_IN')) return null;
    throw error;
  }
});

/**
 * Returns the session of the visitor. Without a session, redirects to the login page, which later redirects
 * to `address`, a path with its language.
 */
export async function requireSession(locale: Locale, address: string) {
  const session = await currentSession();
  if (!session) redirect(logInPath(locale, address));
  return session;
}

/**
 * Returns the session of a subscriber. Redirects a visitor with an unfinished registration to its next step.
 */
export async function requireSubscriberSession(locale: Locale, path: string) {
  const session = await requireSession(locale, localePath(locale, path));
  if (isUnfinished(session)) redirect(localePath(locale, '/register/payment'));
  return session;
}

/**
 * Returns true if the visitor has a registration that can be changed, and false without a session. Redirects
 * a subscriber to the account. Redirects a visitor whose registration has expired or waits for the payment of
 * a link to the confirmation page.
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

/** Returns the result of a call. If what it reads does not exist or its id is malformed, shows the page "not found". */
export async function orNotFound<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const isNothing = (['NOT_FOUND', 'ORDER_NOT_FOUND', 'INPUT_INVALID'] as const).some((code) =>
      isRefusal(error, code),
    );
    if (isNothing) notFound();
    throw error;
  }
}
