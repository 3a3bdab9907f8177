import { personalMetadata } from '@/locales/page-metadata';
import { pageLocale } from '@/locales/server';
import { api, requireSubscriberSession } from '@/trpc/server';
import { AddressForm } from '../_components/address-form';

export const generateMetadata = personalMetadata('/account/details/address', 'details.address.title');

export default async function AddressPage({ params }: PageProps<'/[locale]/account/details/address'>) {
  const locale = await pageLocale(params);
  await requireSubscriberSession(locale, '/account/details/address');
  const { account, subscription } = await api();
  const [{ delivery, paidBox }, view] = await Promise.all([account.profile(), subscription.current()]);
  return <AddressForm saved={delivery} view={view} paidBox={paidBox} />;
}
