import { DEFAULT_LOCALE, LOCALES, type Locale } from '@/domain/locale';

/** A page's address in one language: English at the root, Thai under /th. `path` starts with a slash. */
export function localePath(locale: Locale, path: string): string {
  if (locale === DEFAULT_LOCALE) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

/** The path without its language prefix; '/' for a home page. */
export function barePath(pathname: string): string {
  const prefix = LOCALES.find((locale) => pathname === `/${locale}` || pathname.startsWith(`/${locale}/`));
  return prefix ? pathname.slice(prefix.length + 1) || '/' : pathname;
}

/** Every page there is, without language; a test walks the routes and compares. */
export const PAGES: readonly RegExp[] = [
  /^\/$/,
  /^\/login$/,
  /^\/verify-email$/,
  /^\/register(\/(details|delivery|payment|confirmation))?$/,
  /^\/account\/(cards(\/add)?|email)$/,
  /^\/account\/details(\/(personal|address|email|password|delete))?$/,
  /^\/account(\/orders)?$/,
  /^\/account\/subscription(\/(box|frequency|payment-day|cancel|reactivate))?$/,
];

/** Whether there is a page at this path (without language). */
export function isPage(path: string): boolean {
  return PAGES.some((page) => page.test(path));
}

/** `next` if it is one of our own pages, else the fallback. Refuses other hosts in every spelling browsers accept. */
export function ownPath(next: string | null | undefined, fallback: string): string {
  if (!next || !/^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/.test(next) || next.length > 300) return fallback;
  const bare = barePath(next.split(/[?#]/, 1)[0] ?? '');
  return bare.startsWith('/api/') || bare === '/api' || bare.startsWith('/_next/') ? fallback : next;
}
