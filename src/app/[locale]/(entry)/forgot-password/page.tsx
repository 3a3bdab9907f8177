import { personalMetadata } from '@/locales/page-metadata';
import { pageLocale } from '@/locales/server';
import { ForgotPassword } from '../_components/forgot-password';
import { loginUrls } from '../_components/login-urls';

type Props = PageProps<'/[locale]/forgot-password'>;

export const generateMetadata = personalMetadata('/forgot-password', 'auth.forgot.title');

export default async function ForgotPasswordPage({ params, searchParams }: Props) {
  const locale = await pageLocale(params);
  return <ForgotPassword ways={loginUrls(locale, await searchParams)} />;
}
