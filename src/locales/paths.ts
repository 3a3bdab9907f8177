import { DEFAULT_LOCALE, LOCALES, type Locale } from '@/domain/locale';

/** A page's address in one language: English at the root, Thai under /th. `path` starts with a slash. */
export function localePath(locale: Locale, path: string): string {
  if (locale === DEFAULT_LOCALE) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

/** Where somebody logs in who goes on to `next` from there, a path with its language. */
export function logInPath(locale: Locale, next: string): string {
  return `${localePath(locale, '/login')}?next=${encodeURIComponent(next)}`;
}

/** The path without its language prefix; '/' for a home page. */
export function barePath(pathname: string): string {
  const prefix = LOCALES.find((locale) => pathname === `/${locale}` || pathname.startsWith(`/${locale}/`));
  return prefix ? pathname.slice(prefix.length + 1) || '/' : pathname;
}

/** The pages about us and what we sell, without language: the same for everybody, and found by search engines. */
export const PUBLIC_PAGES = [
  '/',
  '/how-it-works',
  '/plans',
  '/products',
  '/faq',
  '/privacy',
  '/terms',
] as const;

/** Every page there is, without language; a test walks the routes and compares. */
export const PAGES: readonly RegExp[] = [
  ...PUBLIC_PAGES.map((page) => new RegExp(`^${page}$`)),
  /^\/login(\/(magic-link|link))?$/,
  /^\/(forgot|reset)-password$/,
  /^\/(verify-email|not-me)$/,
  /^\/maintenance$/,
  /^\/register(\/(details|delivery|payment|confirmation))?$/,
  /^\/account\/(cards(\/add)?|email)$/,
  /^\/account\/details(\/(personal|address|email|password|line|sessions|delete))?$/,
  /^\/account(\/orders(\/[\w-]{1,60})?)?$/,
  /^\/account\/rewards(\/(points|redeem))?$/,
  /^\/invite\/[\w-]{1,100}$/,
  /^\/pay\/[\w-]{1,100}$/,
  /^\/account\/subscription(\/(box|frequency|payment-day|cancel|reactivate))?$/,
];

const PROOF_PAGE = /^\/account\/details(\/(password|email|delete|line))?$/;

/** Whether somebody who is logged in proves on this page that it is them, and is told when that came to nothing. */
export function isProofPage(path: string): boolean {
  const [pathname = ''] = path.split(/[?#]/, 1);
  return PROOF_PAGE.test(barePath(pathname));
}

/** Whether this path (without language) is one of the pages that are the same for everybody. */
export function isPublicPage(path: string): boolean {
  return PUBLIC_PAGES.some((page) => page === path);
}

/** Whether there is a page at this path (without language). */
export function isPage(path: string): boolean {
  return PAGES.some((page) => page.test(path));
}

/**
 * `next` if it is one of our own pages, else the fallback. Refuses other hosts in every spelling browsers accept, and
 * calls of the API in every spelling a server may read as one.
 */
export function ownPath(next: string | null | undefined, fallback: string): string {
  if (!next || next.length > 300 || !isOwn(next)) return fallback;
  return isOwn(asServersRead(next)) ? next : fallback;
}

function isOwn(path: string): boolean {
  if (!/^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/.test(path)) return false;
  const bare = barePath(path.split(/[?#]/, 1)[0] ?? '');
  return !/^\/(api|_next)(\/|$)/.test(bare) && !bare.startsWith('//');
}

/** The path with its escapes undone and its dots walked; nothing at all for one that can't be read. */
function asServersRead(path: string): string {
  try {
    const { pathname } = new URL(path, 'http://own.invalid');
    return decodeURIComponent(pathname);
  } catch {
    return '';
  }
}
