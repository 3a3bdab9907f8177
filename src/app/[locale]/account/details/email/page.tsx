import { personalMetadata } from '@/locales/page-metadata';
import { pageLocale } from '@/locales/server';
import { api, requireSubscriberSession } from '@/trpc/server';
import { EmailForm } from '../_components/email-form';

export const generateMetadata = personalMetadata('/account/details/email', 'details.email.heading');

export default async function EmailPage({ params }: PageProps<'/[locale]/account/details/email'>) {
  const locale = await pageLocale(params);
  await requireSubscriberSession(locale, '/account/details/email');
  const { account } = await api();
  const [profile, loginMethods] = await Promise.all([account.profile(), account.loginMethods()]);
  return <EmailForm profile={profile} loginMethods={loginMethods} />;
}
