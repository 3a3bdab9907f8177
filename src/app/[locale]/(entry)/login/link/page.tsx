import { personalMetadata } from '@/locales/page-metadata';
import { pageLocale } from '@/locales/server';
import { OpenLink } from '../../_components/open-link';
import { loginUrls } from '../../_components/login-urls';

export const generateMetadata = personalMetadata('/login/link', 'auth.open.title');

export default async function OpenLinkPage({ params, searchParams }: PageProps<'/[locale]/login/link'>) {
  const locale = await pageLocale(params);
  return <OpenLink ways={loginUrls(locale, await searchParams)} />;
}
