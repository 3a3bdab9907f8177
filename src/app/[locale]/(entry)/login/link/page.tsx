import type { Metadata } from 'next';
import { pageMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { OpenLink } from '../../_components/open-link';
import { loginUrls } from '../../_components/login-urls';

type Props = PageProps<'/[locale]/login/link'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({ locale, path: '/login/link', title: t('auth.open.title'), personal: true });
}

export default async function OpenLinkPage({ params, searchParams }: Props) {
  const locale = await pageLocale(params);
  return <OpenLink ways={loginUrls(locale, await searchParams)} />;
}
