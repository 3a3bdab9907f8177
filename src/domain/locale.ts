export const LOCALES = ['en', 'th'] as const;

export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = 'en';

export function isLocale(text: unknown): text is Locale {
  return LOCALES.some((locale) => locale === text);
}
