import { lineStart } from '@/components/line-start';
import type { LineEnding } from '@/domain/line';
import type { Locale } from '@/domain/locale';
import { isPage } from '@/locales/page-paths';
import { barePath, isProofPage, localePath, ownPath } from '@/locales/paths';

/** The URLs of the login methods. After log-in, each of them opens `next`. */
export interface LoginUrls {
  /** The page of this site to open after the log-in. */
  next: string;
  password: string;
  link: string;
  forgot: string;
  line: string;
  lineRegister: string;
}

interface Asked {
  next?: string | string[];
}

/** Returns the URLs of the login methods for a log-in page with the given query. */
export function loginUrls(locale: Locale, { next: asked }: Asked): LoginUrls {
  const home = localePath(locale, '/account');
  const next = inLocale(locale, ownPath(typeof asked === 'string' ? asked : null, home));
  const onward = next === home ? '' : `?next=${encodeURIComponent(next)}`;
  const page = (path: string) => localePath(locale, path) + onward;
  return {
    next,
    password: page('/login'),
    link: page('/login/magic-link'),
    forgot: page('/forgot-password'),
    line: lineStart('login', next),
    lineRegister: lineStart('register', localePath(locale, '/register/details')),
  };
}

/**
 * Returns the URL of the next page in the language of the log-in page. The visitor may have switched the
 * language.
 */
function inLocale(locale: Locale, next: string): string {
  const [path = ''] = next.split(/[?#]/, 1);
  const bare = barePath(path);
  return isPage(bare) ? localePath(locale, bare) + next.slice(path.length) : next;
}

/**
 * Returns the URL of the page to open after log-in. It contains the result of the log-in at LINE if that page
 * shows it.
 */
export function nextWithEnding(next: string, ending: LineEnding | null): string {
  const [path = ''] = next.split(/[?#]/, 1);
  return ending !== null && isProofPage(path) ? `${path}?line=${ending}` : next;
}
