import type { Metadata } from 'next';
import { pageMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { api } from '@/trpc/server';
import { Confirmation } from '../_components/confirmation';

export async function generateMetadata({
  params,
}: PageProps<'/[locale]/register/confirmation'>): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({
    locale,
    path: '/register/confirmation',
    title: t('register.summary.title'),
    personal: true,
  });
}

export default async function ConfirmationPage({ params }: PageProps<'/[locale]/register/confirmation'>) {
  await pageLocale(params);
  return <Confirmation initial={await (await api()).registration.current()} />;
}
