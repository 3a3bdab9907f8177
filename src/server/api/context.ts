import { createHash, timingSafeEqual } from 'node:crypto';
import { settings } from '@/env';
import { DEFAULT_LOCALE, isLocale, type Locale } from '@/domain/locale';
import { readSessionCookie } from '../auth/lucia';
import { findSession, type Session } from '../auth/session';
import { presentContext } from '../context';
import type { ApiContext } from './trpc';

const DEVICE_MAX = 120;

/** The language a caller asks for: the first one we speak in `Accept-Language`; English otherwise. */
export function localeOf(headers: Headers): Locale {
  const wished = (headers.get('x-ira-locale') ?? headers.get('accept-language') ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const weight = parameters.find((parameter) => parameter.trim().startsWith('q='));
      return { language: tag.split('-')[0]?.toLowerCase() ?? '', q: weight ? Number(weight.trim().slice(2)) : 1 };
    })
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q)
    .find(({ language }) => isLocale(language));
  return wished && isLocale(wished.language) ? wished.language : DEFAULT_LOCALE;
}

function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** What the API knows of one request, whichever door it came through. */
export function apiContext(headers: Headers): ApiContext {
  const ctx = presentContext();
  const secret = readSessionCookie(ctx.db, headers.get('cookie') ?? '');
  const bearer = /^Bearer (\S+)$/.exec(headers.get('authorization') ?? '')?.[1];
  let session: Promise<Session | null> | undefined;
  return {
    ...ctx,
    locale: localeOf(headers),
    caller: {
      address: headers.get('x-ira-address') ?? 'unknown',
      device: headers.get('user-agent')?.slice(0, DEVICE_MAX) ?? null,
    },
    secret,
    session: () => (session ??= secret ? findSession(ctx, secret) : Promise.resolve(null)),
    isOperator: bearer !== undefined && sameText(bearer, settings().OPERATOR_TOKEN),
    headers: new Headers(),
  };
}
