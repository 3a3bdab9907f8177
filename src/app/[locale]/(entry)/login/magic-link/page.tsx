import { redirect } from 'next/navigation';
import { personalMetadata } from '@/locales/page-metadata';
import { pageLocale } from '@/locales/server';
import { currentSession } from '@/trpc/server';
import { isUnfinished } from '@/trpc/visitor';
import { MagicLink } from '../../_components/magic-link';
import { loginUrls } from '../../_components/login-urls';

type Props = PageProps<'/[locale]/login/magic-link'>;

export const generateMetadata = personalMetadata('/login/magic-link', 'auth.link.title');

export default async function MagicLinkPage({ params, searchParams }: Props) {
  const locale = await pageLocale(params);
  const ways = loginUrls(locale, await searchParams);
  const session = await currentSession();
  if (session && !isUnfinished(session)) redirect(ways.next);
  return <MagicLink ways={ways} />;
}
