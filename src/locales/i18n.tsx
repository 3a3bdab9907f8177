import type { Locale } from '@/domain/locale';
import { I18nClient } from './client';
import * as en from './en';
import th from './page-words';
import { flatten } from './words';

type Noun = keyof typeof en;
/** A group of texts (`Noun`), or one part of a group: 'register.delivery', 'errors.LINE_DENIED'. */
type Part = Noun | { [N in Noun]: `${N}.${keyof (typeof en)[N] & string}` }[Noun];

const WORDS = { en: flatten(en), th: flatten(th) };

interface I18nProps {
  locale: Locale;
  /** The groups of texts that are sent to the browser. */
  nouns: readonly Part[];
  children: React.ReactNode;
}

/** The texts that a page sends, by language and groups. To select them took 8 % of the account page's CPU time. */
const selections = new Map<string, Record<string, string>>();

function select(locale: Locale, nouns: readonly Part[]): Record<string, string> {
  const name = [locale, ...nouns].join(' ');
  const known = selections.get(name);
  if (known) return known;
  const picked = Object.entries(WORDS[locale]).filter(([key]) =>
    nouns.some((noun) => key === noun || key.startsWith(`${noun}.`)),
  );
  const words = Object.fromEntries(picked);
  selections.set(name, words);
  return words;
}

/** Provides the selected groups of texts to client components. */
export function I18n({ locale, nouns, children }: I18nProps) {
  return (
    <I18nClient locale={locale} words={select(locale, nouns)}>
      {children}
    </I18nClient>
  );
}
