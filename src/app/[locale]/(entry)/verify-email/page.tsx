import type { Metadata } from 'next';
import { pageMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { currentSession } from '@/trpc/server';
import { VerifyEmail } from '../_components/verify-email';

export async function generateMetadata({ params }: PageProps<'/[locale]/verify-email'>): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({
    locale,
    path: '/verify-email',
    title: t('register.confirmEmail.title'),
    personal: true,
  });
}

export default async function VerifyEmailPage({ params }: PageProps<'/[locale]/verify-email'>) {
  await pageLocale(params);
  const account = (await currentSession())?.account;
  return <VerifyEmail email={account?.email ?? null} verified={account?.emailVerified ?? false} />;
}
