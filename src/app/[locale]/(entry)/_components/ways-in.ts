import { lineStart } from '@/components/line-start';
import type { LineEnding } from '@/domain/line';
import type { Locale } from '@/domain/locale';
import { barePath, isPage, isProofPage, localePath, ownPath } from '@/locales/paths';

/** The addresses of the login methods; all of them return to `next`. */
export interface WaysIn {
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

/** Returns the addresses of the login methods for a page with this query. */
export function waysIn(locale: Locale, { next: asked }: Asked): WaysIn {
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

/** Returns the page in the language to which the visitor switched during the log-in. */
function inLocale(locale: Locale, next: string): string {
  const [path = ''] = next.split(/[?#]/, 1);
  const bare = barePath(path);
  return isPage(bare) ? localePath(locale, bare) + next.slice(path.length) : next;
}

/** Returns the next page of a logged-in visitor, with the result of the LINE round trip if that page shows it. */
export function nextTold(next: string, ending: LineEnding | null): string {
  const [path = ''] = next.split(/[?#]/, 1);
  return ending !== null && isProofPage(path) ? `${path}?line=${ending}` : next;
}
