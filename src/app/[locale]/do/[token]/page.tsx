import { secretLinkMetadata } from '@/locales/page-metadata';
import { pageLocale } from '@/locales/server';
import { api, orNotFound } from '@/trpc/server';
import { OneTapPage } from './_components/one-tap-page';

export const generateMetadata = secretLinkMetadata('oneTap.title');

export default async function DoPage({ params }: PageProps<'/[locale]/do/[token]'>) {
  const { token } = await params;
  await pageLocale(params);
  const { orderLinks } = await api();
  return <OneTapPage token={token} initial={await orNotFound(orderLinks.oneTap({ token }))} />;
}
