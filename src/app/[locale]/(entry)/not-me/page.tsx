import type { Metadata } from 'next';
import { pageMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { NotMe } from '../_components/not-me';

export async function generateMetadata({ params }: PageProps<'/[locale]/not-me'>): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({ locale, path: '/not-me', title: t('auth.notMe.title'), personal: true });
}

export default async function NotMePage({ params }: PageProps<'/[locale]/not-me'>) {
  await pageLocale(params);
  return <NotMe />;
}
