import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import type { Locale } from '@/domain/locale';
import { mayDo, type StaffAction } from '@/domain/staff';
import { localePath, logInPath } from '@/locales/paths';
import { deskServerCaller } from '@/server/api/server-caller';
import { isRefusal } from './server';

/** Returns an object that calls the desk's procedures in this process, with the headers of the request. */
export const deskApi = cache(async () => deskServerCaller(await headers()));

/** Returns the logged-in member of the staff; null without a session of the desk. */
export const currentMember = cache(async () => {
  try {
    return await (await deskApi()).entry.me();
  } catch (error) {
    if (isRefusal(error, 'NOT_LOGGED_IN')) return null;
    throw error;
  }
});

/**
 * Returns the logged-in member. Without a session, redirects to the desk's login page. For a role that may not do the
 * action, shows the page "not found".
 */
export async function requireMember(locale: Locale, action: StaffAction = 'desk.read') {
  const member = await currentMember();
  const address = (await headers()).get('x-ira-path') ?? localePath(locale, '/desk');
  if (!member) redirect(logInPath(locale, address));
  if (!mayDo(member.role, action)) notFound();
  return member;
}
