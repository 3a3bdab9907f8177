import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { discreetMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { api, isRefusal } from '@/trpc/server';
import { OneTapPage } from './_components/one-tap-page';

type Props = PageProps<'/[locale]/do/[token]'>;

async function findOneTap(token: string) {
  try {
    return await (await api()).orderLinks.oneTap({ token });
  } catch (error) {
    if (isRefusal(error, 'NOT_FOUND') || isRefusal(error, 'INPUT_INVALID')) notFound();
    throw error;
  }
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  // The metadata contains no canonical URL, because the URL of this page is a secret.
  return { ...discreetMetadata(locale), title: t('oneTap.title'), robots: { index: false, follow: false } };
}

export default async function DoPage({ params }: Props) {
  const { token } = await params;
  await pageLocale(params);
  return <OneTapPage token={token} initial={await findOneTap(token)} />;
}
