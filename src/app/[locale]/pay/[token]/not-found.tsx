import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { DEFAULT_LOCALE, isLocale } from '@/domain/locale';
import { getI18n } from '@/locales/server';
import { MissingLink } from './_components/missing-link';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getI18n())('payments.pay.missingTitle'), robots: { index: false } };
}

/** The page for an unknown payment token. The token may be incomplete, or its account may be deleted. */
export default async function PayLinkMissing() {
  const [t, requestHeaders] = await Promise.all([getI18n(), headers()]);
  const wanted = requestHeaders.get('x-next-locale');
  return (
    <MissingLink
      locale={isLocale(wanted) ? wanted : DEFAULT_LOCALE}
      title={t('payments.pay.missingTitle')}
      text={t('payments.pay.missingText')}
      logIn={t('payments.pay.logIn')}
    />
  );
}
