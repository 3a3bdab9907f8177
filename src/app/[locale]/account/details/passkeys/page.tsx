import type { Metadata } from 'next';
import { pageLocale } from '@/locales/server';
import { api, requireSubscriberSession } from '@/trpc/server';
import { detailsMetadata } from '../_components/metadata';
import { PasskeysPage as Passkeys } from '../_components/passkeys-page';

export function generateMetadata({
  params,
}: PageProps<'/[locale]/account/details/passkeys'>): Promise<Metadata> {
  return detailsMetadata(params, '/account/details/passkeys');
}

export default async function PasskeysPage({ params }: PageProps<'/[locale]/account/details/passkeys'>) {
  const locale = await pageLocale(params);
  await requireSubscriberSession(locale, '/account/details/passkeys');
  const { account, passkeys } = await api();
  const [list, loginMethods, { email }] = await Promise.all([
    passkeys.list(),
    account.loginMethods(),
    account.profile(),
  ]);
  return <Passkeys initial={list} loginMethods={loginMethods} email={email} />;
}
