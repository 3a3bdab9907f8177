import type { Metadata } from 'next';
import { secretLinkMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { api, orNotFound } from '@/trpc/server';
import { PayPage } from './_components/pay-page';

type Props = PageProps<'/[locale]/pay/[token]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return secretLinkMetadata(locale, t('payments.pay.title'));
}

export default async function PayLinkPage({ params }: Props) {
  const { token } = await params;
  await pageLocale(params);
  const { payments } = await api();
  return <PayPage token={token} initial={await orNotFound(payments.payLink({ token }))} />;
}
