import { DEFAULT_LOCALE, LOCALES, type Locale } from '@/domain/locale';

/**
 * Returns the path of a page in one language: English at the root, Thai under /th. `path` starts with a
 * slash.
 */
export function localePath(locale: Locale, path: string): string {
  if (locale === DEFAULT_LOCALE) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

/** Returns the path of the login page, or of the desk's, that continues to `next`, a path with its language. */
export function logInPath(locale: Locale, next: string): string {
  const page = isDeskPath(barePath(next)) ? '/desk/login' : '/login';
  return `${localePath(locale, page)}?next=${encodeURIComponent(next)}`;
}

/** Returns the path without its language prefix; '/' for a home page. */
export function barePath(pathname: string): string {
  const prefix = LOCALES.find((locale) => pathname === `/${locale}` || pathname.startsWith(`/${locale}/`));
  return prefix ? pathname.slice(prefix.length + 1) || '/' : pathname;
}

/**
 * The paths of public pages, without language prefix. They are the same for every visitor, and search engines
 * index them.
 */
export const PUBLIC_PAGES = [
  '/',
  '/how-it-works',
  '/plans',
  '/products',
  '/faq',
  '/privacy',
  '/terms',
  '/accessibility',
] as const;

/** The pattern of invitation pages, without language prefix. */
export const INVITATION = /^\/invite\/[\w-]{1,100}$/;

const PROOF_PAGE = /^\/account\/details(\/(password|email|delete|line|passkeys))?$/;

/**
 * Whether a logged-in subscriber proves their identity on this page. Such a page also shows why a proof
 * failed.
 */
export function isProofPage(path: string): boolean {
  const [pathname = ''] = path.split(/[?#]/, 1);
  return PROOF_PAGE.test(barePath(pathname));
}

/** Whether this path (without language) belongs to the desk of the staff. */
export function isDeskPath(path: string): boolean {
  return /^\/desk(\/|\?|$)/.test(path);
}

/** Whether this path (without language) is a public page. */
export function isPublicPage(path: string): boolean {
  return PUBLIC_PAGES.some((page) => page === path);
}

/** Whether this path (without language) is the page of a payment link. */
export function isPayPage(path: string): boolean {
  return /^\/pay\/[^/]+$/.test(path);
}

/**
 * Whether this path (without language) is a page without the scripts of the framework: a public page, an
 * invitation or a payment link.
 */
export function isSitePage(path: string): boolean {
  return isPublicPage(path) || INVITATION.test(path) || isPayPage(path);
}

/**
 * Returns `next` if it is a page of this site, otherwise the fallback. It rejects other hosts in every
 * spelling that browsers accept, and API paths in every spelling that a server may accept.
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

/** Returns the path with all escapes and dots resolved, as a server reads it; '' if it is invalid. */
function asServersRead(path: string): string {
  try {
    const { pathname } = new URL(path, 'http://own.invalid');
    return decodeURIComponent(pathname);
  } catch {
    return '';
  }
}
