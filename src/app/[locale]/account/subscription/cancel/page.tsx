import type { Metadata } from 'next';
import { pageMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { openSubscriberPage } from '../_components/subscriber';
import { CancelScreen } from './_components/cancel-screen';

const PATH = '/account/subscription/cancel';

export async function generateMetadata({
  params,
}: PageProps<'/[locale]/account/subscription/cancel'>): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({ locale, path: PATH, title: t('subscription.cancel.title'), personal: true });
}

export default async function CancelPage({ params }: PageProps<'/[locale]/account/subscription/cancel'>) {
  const locale = await pageLocale(params);
  const { status, session } = await openSubscriberPage(locale, PATH);
  return <CancelScreen points={session.points} status={status} />;
}
