import { personalMetadata } from '@/locales/page-metadata';
import { pageLocale } from '@/locales/server';
import { ResetPassword } from '../_components/reset-password';
import { loginUrls } from '../_components/login-urls';

type Props = PageProps<'/[locale]/reset-password'>;

export const generateMetadata = personalMetadata('/reset-password', 'auth.reset.title');

export default async function ResetPasswordPage({ params, searchParams }: Props) {
  const locale = await pageLocale(params);
  return <ResetPassword ways={loginUrls(locale, await searchParams)} />;
}
