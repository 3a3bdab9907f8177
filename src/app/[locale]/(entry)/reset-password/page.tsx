import type { Metadata } from 'next';
import { pageMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { ResetPassword } from '../_components/reset-password';
import { loginUrls } from '../_components/login-urls';

type Props = PageProps<'/[locale]/reset-password'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({ locale, path: '/reset-password', title: t('auth.reset.title'), personal: true });
}

export default async function ResetPasswordPage({ params, searchParams }: Props) {
  const locale = await pageLocale(params);
  return <ResetPassword ways={loginUrls(locale, await searchParams)} />;
}
