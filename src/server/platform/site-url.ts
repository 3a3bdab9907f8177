import { settings } from '@/settings/settings';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';

/** Returns the public URL of a page in a language; `path` starts with a slash. */
export function siteUrl(locale: Locale, path: string): string {
  return `${settings().SITE_URL}${localePath(locale, path)}`;
}

/** Returns the URL of the account page in a language. */
export function accountUrl(locale: Locale): string {
  return siteUrl(locale, '/account');
}
