import type { Locale } from '@/domain/locale';
import { I18nClient } from './client';
import en from './en';
import th from './th';
import { flatten } from './words';

type Noun = keyof typeof en;

const WORDS = { en, th };

interface I18nProps {
  locale: Locale;
  /** Only these nouns travel to the browser. */
  nouns: readonly Noun[];
  children: React.ReactNode;
}

/** The words of a part of the site, for the client components in it. */
export function I18n({ locale, nouns, children }: I18nProps) {
  const picked = Object.fromEntries(nouns.map((noun) => [noun, WORDS[locale][noun]]));
  return (
    <I18nClient locale={locale} words={flatten(picked)}>
      {children}
    </I18nClient>
  );
}
