import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { DEFAULT_LOCALE, isLocale } from '@/domain/locale';
import { getI18n } from '@/locales/server';
import { MissingLink } from '../../pay/[token]/_components/missing-link';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getI18n())('repair.missing.title'), robots: { index: false } };
}

/** The page for an unknown token. The link may be incomplete, or its account may be deleted. */
export default async function RepairMissing() {
  const [t, requestHeaders] = await Promise.all([getI18n(), headers()]);
  const wanted = requestHeaders.get('x-next-locale');
  return (
    <MissingLink
      locale={isLocale(wanted) ? wanted : DEFAULT_LOCALE}
      title={t('repair.missing.title')}
      text={t('repair.missing.text')}
      logIn={t('repair.logIn')}
    />
  );
}
