import type { Metadata } from 'next';
import { pageMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { Unsubscribe } from '../_components/unsubscribe';

export async function generateMetadata({ params }: PageProps<'/[locale]/unsubscribe'>): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({ locale, path: '/unsubscribe', title: t('auth.unsubscribe.title'), personal: true });
}

export default async function UnsubscribePage({ params }: PageProps<'/[locale]/unsubscribe'>) {
  await pageLocale(params);
  return <Unsubscribe />;
}
