import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { ButtonLink } from '@/components/button';
import { Missing } from '@/components/shell/missing';
import { DEFAULT_LOCALE, isLocale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getI18n())('common.notFoundTitle'), robots: { index: false } };
}

/** The page for an unknown order, or for an order of another account. */
export default async function OrderMissing() {
  const [t, requestHeaders] = await Promise.all([getI18n(), headers()]);
  const wanted = requestHeaders.get('x-next-locale');
  const locale = isLocale(wanted) ? wanted : DEFAULT_LOCALE;
  return (
    <Missing>
      <ButtonLink href={localePath(locale, '/account')}>{t('order.back')}</ButtonLink>
    </Missing>
  );
}
