import type { Metadata } from 'next';
import { pageLocale } from '@/locales/server';
import { api, requireSubscriberSession } from '@/trpc/server';
import { detailsMetadata } from '../_components/metadata';
import { PersonalForm } from '../_components/personal-form';

export function generateMetadata({
  params,
}: PageProps<'/[locale]/account/details/personal'>): Promise<Metadata> {
  return detailsMetadata(params, '/account/details/personal');
}

export default async function PersonalPage({ params }: PageProps<'/[locale]/account/details/personal'>) {
  const locale = await pageLocale(params);
  await requireSubscriberSession(locale, '/account/details/personal');
  return <PersonalForm profile={await (await api()).account.profile()} />;
}
