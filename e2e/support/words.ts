import { keepTogether } from '@/locales/keep-together';
import { localePath } from '@/locales/paths';
import { translate, type WordKey, type WordParams } from '@/locales/translate';
import type { Locale } from '@/domain/locale';

/** Returns the texts and paths of one language. Tests find elements by these texts. */
export function language(locale: Locale) {
  return {
    locale,
    t: (key: WordKey, params?: WordParams) => {
      const sentence = translate(locale, key, params);
      return key.startsWith('emails.') ? sentence : keepTogether(sentence);
    },
    path: (path: string) => localePath(locale, path),
  };
}

export type Language = ReturnType<typeof language>;

export const english = language('en');
export const thai = language('th');

let spoken = english;

/** Sets the language of the running test. A test starts in the language of its project. */
export const speak = (locale: Locale): void => void (spoken = language(locale));

/** Returns a text in the language of the running test. */
export const t: Language['t'] = (key, params) => spoken.t(key, params);

/** Returns a path in the language of the running test. */
export const path: Language['path'] = (of) => spoken.path(of);

/** Returns the language of the running test. */
export const locale = (): Locale => spoken.locale;

/** Returns one of two names by the language of the running test, such as the names of a product. */
export const byLanguage = (en: string, th: string): string => (locale() === 'th' ? th : en);
