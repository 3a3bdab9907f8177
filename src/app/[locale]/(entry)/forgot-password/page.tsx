import type { Metadata } from 'next';
import { pageMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { ForgotPassword } from '../_components/forgot-password';
import { loginUrls } from '../_components/login-urls';

type Props = PageProps<'/[locale]/forgot-password'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({ locale, path: '/forgot-password', title: t('auth.forgot.title'), personal: true });
}

export default async function ForgotPasswordPage({ params, searchParams }: Props) {
  const locale = await pageLocale(params);
  return <ForgotPassword ways={loginUrls(locale, await searchParams)} />;
}
