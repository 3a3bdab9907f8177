import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { discreetMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { api, isRefusal } from '@/trpc/server';
import { PayPage } from './_components/pay-page';

type Props = PageProps<'/[locale]/pay/[token]'>;

async function findLink(token: string) {
  try {
    return await (await api()).payments.payLink({ token });
  } catch (error) {
    if (isRefusal(error, 'NOT_FOUND') || isRefusal(error, 'INPUT_INVALID')) notFound();
    throw error;
  }
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  // The metadata contains no canonical URL, because the URL of this page is a secret.
  return {
    ...discreetMetadata(locale),
    title: t('payments.pay.title'),
    robots: { index: false, follow: false },
  };
}

export default async function PayLinkPage({ params }: Props) {
  const { token } = await params;
  await pageLocale(params);
  return <PayPage token={token} initial={await findLink(token)} />;
}
