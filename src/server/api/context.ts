import { DEFAULT_LOCALE } from '@/domain/locale';
import { readCookie, signedInMark, writeCookie } from '../login/cookies';
import { ownerOf, rememberDevice } from '../login/devices';
import { readSessionCookie, blankSessionCookie, sessionCookie } from '../login/lucia';
import { findSession, renewSession, type Session } from '../login/session';
import { presentContext } from '../platform/context';
import { compareOperatorToken, readBearer } from '../platform/operator-token';
import { findStaffSession, type StaffSession } from '../login/staff/sessions';
import { requestedLocale } from './language';
import { isIntendedGet } from './origin';
import type { ApiContext } from './trpc';

/** The maximum stored length of a `User-Agent` header, in characters. In-app browsers send more than 200. */
const DEVICE_MAX = 300;

/** Creates the context of one request. Runs no query: `session` reads the session at its first call. */
export function apiContext(headers: Headers, method = 'GET'): ApiContext {
  const ctx = presentContext();
  const wished = requestedLocale(headers);
  let present = readSessionCookie(headers.get('cookie') ?? '');
  let found: Promise<Session | null> | undefined;
  let foundStaff: Promise<StaffSession | null> | undefined;
  const bearer = readBearer(headers.get('authorization'));
  const look = async () => {
    const session = present === null ? null : await findSession(ctx, present);
    if (wished === null && session) context.locale = session.locale;
    return session;
  };
  const context: ApiContext = {
    ...ctx,
    locale: wished ?? DEFAULT_LOCALE,
    learnLocale: async () => {
      if (wished === null) await context.session().catch(() => null);
      return context.locale;
    },
    caller: {
      address: headers.get('x-ira-address') ?? 'unknown',
      device: headers.get('user-agent')?.slice(0, DEVICE_MAX) ?? null,
      deviceCookie: readCookie(headers.get('cookie') ?? '', 'device'),
    },
    get secret() {
      return present;
    },
    session: () => (found ??= look()),
    giveSession: async (given) => {
      context.headers.append('set-cookie', sessionCookie(ctx.db, given));
      [present, found] = [given, undefined];
      await context.keepDevice();
      context.headers.append('set-cookie', signedInMark(true));
    },
    keepDevice: async () => {
      const owner = present === null ? null : await ownerOf(ctx, present);
      if (owner) context.giveCookie('device', rememberDevice(context.cookie('device'), owner));
    },
    renewSession: async () => {
      const session = await context.session();
      const renewed = session && (await renewSession(ctx, session));
      if (renewed) await context.giveSession(renewed);
    },
    takeSession: () => {
      context.headers.append('set-cookie', blankSessionCookie(ctx.db));
      context.headers.append('set-cookie', signedInMark(false));
    },
    cookie: (name) => readCookie(headers.get('cookie') ?? '', name),
    giveCookie: (name, value) => context.headers.append('set-cookie', writeCookie(name, value)),
    isIntendedGet: isIntendedGet(method, headers),
    bearer,
    operatorToken: compareOperatorToken(bearer),
    staff: () => (foundStaff ??= findStaffSession(ctx, context.cookie('desk-session'))),
    headers: new Headers(),
  };
  return context;
}
