import { TRPCError } from '@trpc/server';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { AppError, type ErrorCode } from '@/domain/errors';
import type { Locale } from '@/domain/locale';
import { localePath, logInPath } from '@/locales/paths';
import { serverCaller } from '@/server/api/server-caller';

/** The procedures, called in process with the visitor's own headers; one caller a request. */
export const api = cache(async () => serverCaller(await headers()));

export const publicSettings = cache(async () => (await api()).catalogue.settings());

/** Who is asking, or null when nobody is logged in. Reading never extends the session. */
export const currentSession = cache(async () => {
  try {
    return await (await api()).auth.me();
  } catch (error) {
    if (isRefusal(error, 'NOT_LOGGED_IN')) return null;
    throw error;
  }
});

/** The session of a page that needs one; everybody else goes to log in and comes back to `address`. */
export async function requireSession(locale: Locale, address: string) {
  const session = await currentSession();
  if (!session) redirect(logInPath(locale, address));
  return session;
}

type Session = NonNullable<Awaited<ReturnType<typeof currentSession>>>;

/** Whether this visitor has a registration to finish. With a payment link open there is nothing left but to pay it. */
export function isUnfinished({ subscription, pendingPayment }: Session): boolean {
  if (!subscription?.registering) return false;
  return pendingPayment?.method !== 'offline' || pendingPayment.status !== 'pending';
}

/** The session of a subscriber; whoever has a registration to finish goes on with that instead. */
export async function requireSubscriber(locale: Locale, path: string) {
  const session = await requireSession(locale, localePath(locale, path));
  if (isUnfinished(session)) redirect(localePath(locale, '/register/payment'));
  return session;
}

/**
 * Whether this visitor's registration is under way. Subscribers have one already and are taken to their account; with a
 * payment link open, or once it has lapsed, nothing of it can be changed.
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

/** Whether a procedure refused with this code. */
export function isRefusal(error: unknown, code: ErrorCode): boolean {
  return error instanceof TRPCError && error.cause instanceof AppError && error.cause.code === code;
}
