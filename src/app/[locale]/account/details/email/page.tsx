import type { Metadata } from 'next';
import { pageLocale } from '@/locales/server';
import { api, requireSubscriberSession } from '@/trpc/server';
import { detailsMetadata } from '../_components/metadata';
import { EmailForm } from '../_components/email-form';

export function generateMetadata({
  params,
}: PageProps<'/[locale]/account/details/email'>): Promise<Metadata> {
  return detailsMetadata(params, '/account/details/email');
}

export default async function EmailPage({ params }: PageProps<'/[locale]/account/details/email'>) {
  const locale = await pageLocale(params);
  await requireSubscriberSession(locale, '/account/details/email');
  const { account } = await api();
  const [profile, loginMethods] = await Promise.all([account.profile(), account.loginMethods()]);
  return <EmailForm profile={profile} loginMethods={loginMethods} />;
}
