import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { DEFAULT_LOCALE, isLocale } from '@/domain/locale';
import { getI18n } from '@/locales/server';
import { MissingLink } from '../../pay/[token]/_components/missing-link';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getI18n())('oneTap.missing.title'), robots: { index: false } };
}

/** The page for an unknown token. The link may be incomplete, or its account may be deleted. */
export default async function OneTapMissing() {
  const [t, requestHeaders] = await Promise.all([getI18n(), headers()]);
  const wanted = requestHeaders.get('x-next-locale');
  return (
    <MissingLink
      locale={isLocale(wanted) ? wanted : DEFAULT_LOCALE}
      title={t('oneTap.missing.title')}
      text={t('oneTap.missing.text')}
      logIn={t('oneTap.logIn')}
    />
  );
}
