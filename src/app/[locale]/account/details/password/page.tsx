import type { Metadata } from 'next';
import { pageLocale } from '@/locales/server';
import { api, requireSubscriberSession } from '@/trpc/server';
import { detailsMetadata } from '../_components/metadata';
import { PasswordForm } from '../_components/password-form';

export function generateMetadata({
  params,
}: PageProps<'/[locale]/account/details/password'>): Promise<Metadata> {
  return detailsMetadata(params, '/account/details/password');
}

export default async function PasswordPage({ params }: PageProps<'/[locale]/account/details/password'>) {
  const locale = await pageLocale(params);
  await requireSubscriberSession(locale, '/account/details/password');
  const { account } = await api();
  const [profile, loginMethods] = await Promise.all([account.profile(), account.loginMethods()]);
  return <PasswordForm profile={profile} loginMethods={loginMethods} />;
}
