import { settings } from '@/env';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';

/** Returns the public address of a page in a language; `path` starts with a slash. */
export function siteUrl(locale: Locale, path: string): string {
  return `${settings().SITE_URL}${localePath(locale, path)}`;
}

/** The account page in the language of the account. */
export function accountUrl(locale: Locale): string {
  return siteUrl(locale, '/account');
}
