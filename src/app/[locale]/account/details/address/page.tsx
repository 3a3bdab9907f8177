import type { Metadata } from 'next';
import { pageLocale } from '@/locales/server';
import { api, requireSubscriberSession } from '@/trpc/server';
import { AddressForm } from '../_components/address-form';
import { detailsMetadata } from '../_components/metadata';

export function generateMetadata({
  params,
}: PageProps<'/[locale]/account/details/address'>): Promise<Metadata> {
  return detailsMetadata(params, '/account/details/address');
}

export default async function AddressPage({ params }: PageProps<'/[locale]/account/details/address'>) {
  const locale = await pageLocale(params);
  await requireSubscriberSession(locale, '/account/details/address');
  const { account, subscription } = await api();
  const [{ delivery, paidBox }, view] = await Promise.all([account.profile(), subscription.current()]);
  return <AddressForm saved={delivery} view={view} paidBox={paidBox} />;
}
