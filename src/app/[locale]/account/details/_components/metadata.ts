import type { Metadata } from 'next';
import { pageMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';

const TITLES = {
  '/account/details': 'details.title',
  '/account/details/personal': 'details.personal.title',
  '/account/details/address': 'details.address.title',
  '/account/details/email': 'details.email.heading',
  '/account/details/password': 'details.password.title',
  '/account/details/line': 'details.line.title',
  '/account/details/passkeys': 'details.passkeys.title',
  '/account/details/sessions': 'details.sessions.title',
  '/account/details/delete': 'details.deletion.heading',
} as const;

/** Returns the title of a details page. */
export async function detailsMetadata(
  params: Promise<{ locale: string }>,
  path: keyof typeof TITLES,
): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({ locale, path, title: t(TITLES[path]), personal: true });
}
