export const LOCALES = ['en', 'th'] as const;

export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = 'en';

export function isLocale(text: unknown): text is Locale {
  return LOCALES.some((locale) => locale === text);
}

/** The cookie of the language that was chosen on a device. Scripts of the site write it; it contains no secret. */
export const LANGUAGE_COOKIE = 'language';
