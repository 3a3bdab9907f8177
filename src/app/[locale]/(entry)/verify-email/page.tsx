import { personalMetadata } from '@/locales/page-metadata';
import { pageLocale } from '@/locales/server';
import { currentSession } from '@/trpc/server';
import { VerifyEmail } from '../_components/verify-email';

export const generateMetadata = personalMetadata('/verify-email', 'register.confirmEmail.title');

export default async function VerifyEmailPage({ params }: PageProps<'/[locale]/verify-email'>) {
  await pageLocale(params);
  const account = (await currentSession())?.account;
  return <VerifyEmail email={account?.email ?? null} verified={account?.emailVerified ?? false} />;
}
