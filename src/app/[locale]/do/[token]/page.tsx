import type { Metadata } from 'next';
import { secretLinkMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { api, orNotFound } from '@/trpc/server';
import { OneTapPage } from './_components/one-tap-page';

type Props = PageProps<'/[locale]/do/[token]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return secretLinkMetadata(locale, t('oneTap.title'));
}

export default async function DoPage({ params }: Props) {
  const { token } = await params;
  await pageLocale(params);
  const { orderLinks } = await api();
  return <OneTapPage token={token} initial={await orNotFound(orderLinks.oneTap({ token }))} />;
}
