import type { Metadata } from 'next';
import { pageLocale } from '@/locales/server';
import { api, requireSubscriberSession } from '@/trpc/server';
import { detailsMetadata } from './_components/metadata';
import { Overview } from './_components/overview';

export function generateMetadata({ params }: PageProps<'/[locale]/account/details'>): Promise<Metadata> {
  return detailsMetadata(params, '/account/details');
}

export default async function DetailsPage({ params }: PageProps<'/[locale]/account/details'>) {
  const locale = await pageLocale(params);
  await requireSubscriberSession(locale, '/account/details');
  const { account } = await api();
  const [profile, loginMethods, { consents }] = await Promise.all([
    account.profile(),
    account.loginMethods(),
    account.consents(),
  ]);
  return <Overview profile={profile} loginMethods={loginMethods} consents={consents} />;
}
