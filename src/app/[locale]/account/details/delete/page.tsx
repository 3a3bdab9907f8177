import { personalMetadata } from '@/locales/page-metadata';
import { pageLocale } from '@/locales/server';
import { api, requireSubscriberSession } from '@/trpc/server';
import { waitedFor } from '../../_components/waited';
import { DeleteForm } from '../_components/delete-form';

export const generateMetadata = personalMetadata('/account/details/delete', 'details.deletion.heading');

export default async function DeletePage({ params }: PageProps<'/[locale]/account/details/delete'>) {
  const locale = await pageLocale(params);
  const session = await requireSubscriberSession(locale, '/account/details/delete');
  const { account, bankAccounts } = await api();
  const [{ email }, loginMethods, { linked }] = await Promise.all([
    account.profile(),
    account.loginMethods(),
    bankAccounts.mine(),
  ]);
  return (
    <DeleteForm
      email={email}
      loginMethods={loginMethods}
      pending={waitedFor(session)}
      hasKrungthai={linked?.bank === 'ktb'}
    />
  );
}
