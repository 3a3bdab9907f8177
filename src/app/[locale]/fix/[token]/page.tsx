import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { discreetMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { api, isRefusal, publicSettings } from '@/trpc/server';
import { RepairPage } from './_components/repair-page';

type Props = PageProps<'/[locale]/fix/[token]'>;

async function findRepair(token: string) {
  try {
    return await (await api()).orderLinks.repair({ token });
  } catch (error) {
    if (isRefusal(error, 'NOT_FOUND') || isRefusal(error, 'INPUT_INVALID')) notFound();
    throw error;
  }
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  // The metadata contains no canonical URL, because the URL of this page is a secret.
  return { ...discreetMetadata(locale), title: t('repair.title'), robots: { index: false, follow: false } };
}

export default async function FixPage({ params }: Props) {
  const { token } = await params;
  await pageLocale(params);
  const [initial, settings] = await Promise.all([findRepair(token), publicSettings()]);
  const gateway = { scriptUrl: settings.omiseJsUrl, publicKey: settings.omisePublicKey };
  return <RepairPage token={token} initial={initial} gateway={gateway} />;
}
