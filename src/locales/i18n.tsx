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
  /** The groups that an I18n around this one sends: they are not sent again. */
  within?: readonly Part[];
  children: React.ReactNode;
}

/** The texts that a page sends, by language and groups. To select them took 8 % of the account page's CPU time. */
const selections = new Map<string, Record<string, string>>();

function select(locale: Locale, nouns: readonly Part[], within: readonly Part[]): Record<string, string> {
  const name = [locale, ...nouns, 'within', ...within].join(' ');
  const known = selections.get(name);
  if (known) return known;
  const isIn = (groups: readonly Part[], key: string) =>
    groups.some((group) => key === group || key.startsWith(`${group}.`));
  const picked = Object.entries(WORDS[locale]).filter(([key]) => isIn(nouns, key) && !isIn(within, key));
  const words = Object.fromEntries(picked);
  selections.set(name, words);
  return words;
}

/** Provides the selected groups of texts to client components, and those of an I18n around it. */
export function I18n({ locale, nouns, within = [], children }: I18nProps) {
  return (
    <I18nClient locale={locale} words={select(locale, nouns, within)}>
      {children}
    </I18nClient>
  );
}
