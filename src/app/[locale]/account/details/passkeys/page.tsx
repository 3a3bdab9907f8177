import { personalMetadata } from '@/locales/page-metadata';
import { pageLocale } from '@/locales/server';
import { api, requireSubscriberSession } from '@/trpc/server';
import { PasskeysPage as Passkeys } from '../_components/passkeys-page';

export const generateMetadata = personalMetadata('/account/details/passkeys', 'details.passkeys.title');

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
