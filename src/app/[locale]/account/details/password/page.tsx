import { personalMetadata } from '@/locales/page-metadata';
import { pageLocale } from '@/locales/server';
import { api, requireSubscriberSession } from '@/trpc/server';
import { PasswordForm } from '../_components/password-form';

export const generateMetadata = personalMetadata('/account/details/password', 'details.password.title');

export default async function PasswordPage({ params }: PageProps<'/[locale]/account/details/password'>) {
  const locale = await pageLocale(params);
  await requireSubscriberSession(locale, '/account/details/password');
  const { account } = await api();
  const [profile, loginMethods] = await Promise.all([account.profile(), account.loginMethods()]);
  return <PasswordForm profile={profile} loginMethods={loginMethods} />;
}
