import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { pageMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { currentSession } from '@/trpc/server';
import { isUnfinished } from '@/trpc/visitor';
import { MagicLink } from '../../_components/magic-link';
import { loginUrls } from '../../_components/login-urls';

type Props = PageProps<'/[locale]/login/magic-link'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({ locale, path: '/login/magic-link', title: t('auth.link.title'), personal: true });
}

export default async function MagicLinkPage({ params, searchParams }: Props) {
  const locale = await pageLocale(params);
  const ways = loginUrls(locale, await searchParams);
  const session = await currentSession();
  if (session && !isUnfinished(session)) redirect(ways.next);
  return <MagicLink ways={ways} />;
}
