import { lineStart } from '@/components/line-start';
import type { LineEnding } from '@/domain/line';
import type { Locale } from '@/domain/locale';
import { barePath, isPage, isProofPage, localePath, ownPath } from '@/locales/paths';

/** The addresses of the ways in; all of them lead on to `next`. */
export interface WaysIn {
  /** One of our own pages: where they wanted to be. */
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

/** The ways in for a page that was asked for with this query. */
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

/** The page in the language that they have changed to on the way. */
function inLocale(locale: Locale, next: string): string {
  const [path = ''] = next.split(/[?#]/, 1);
  const bare = barePath(path);
  return isPage(bare) ? localePath(locale, bare) + next.slice(path.length) : next;
}

/** Where somebody goes on who is logged in already: with the ending of their walk to LINE, if the page can tell it. */
export function nextTold(next: string, ending: LineEnding | null): string {
  const [path = ''] = next.split(/[?#]/, 1);
  return ending !== null && isProofPage(path) ? `${path}?line=${ending}` : next;
}
