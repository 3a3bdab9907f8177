import { keepTogether } from '@/locales/keep-together';
import { localePath } from '@/locales/paths';
import { translate, type WordKey, type WordParams } from '@/locales/translate';
import type { Locale } from '@/domain/locale';
import { isDeep } from './environment';

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

/**
 * The languages of a journey that differs in its texts only: English, and in `npm run test:deep` Thai too. The texts of
 * the Thai pages are also checked by `narrow.spec.ts`.
 */
export const journeyLanguages = isDeep ? [english, thai] : [english];
