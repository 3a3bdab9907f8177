import { isLocale, LANGUAGE_COOKIE } from '@/domain/locale';

const YEAR_SECONDS = 365 * 86_400;

/** Remembers on this device that its owner chose a language: the home page then never answers with another one. */
export function rememberLanguage(locale: string): void {
  if (isLocale(locale))
    document.cookie = `${LANGUAGE_COOKIE}=${locale}; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax`;
}
