import type { Locale } from '@/domain/locale';
import { I18nClient } from './client';
import en from './en';
import th from './th';
import { flatten } from './words';

type Noun = keyof typeof en;
/** A noun, or one part of it: 'register.delivery', 'errors.LINE_DENIED'. */
type Part = Noun | { [N in Noun]: `${N}.${keyof (typeof en)[N] & string}` }[Noun];

const WORDS = { en: flatten(en), th: flatten(th) };

interface I18nProps {
  locale: Locale;
  /** Only these parts are sent to the browser. */
  nouns: readonly Part[];
  children: React.ReactNode;
}

/** Provides the texts of a part of the site to its client components. */
export function I18n({ locale, nouns, children }: I18nProps) {
  const picked = Object.entries(WORDS[locale]).filter(([key]) =>
    nouns.some((noun) => key === noun || key.startsWith(`${noun}.`)),
  );
  return (
    <I18nClient locale={locale} words={Object.fromEntries(picked)}>
      {children}
    </I18nClient>
  );
}
