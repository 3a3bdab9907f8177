import { redirect } from 'next/navigation';
import { localePath } from '@/locales/paths';
import { pageLocale } from '@/locales/server';
import { api } from '@/trpc/server';
import { DeliveryStep } from '../_components/delivery-step';
import { Invited } from '../_components/invited';
import { isLinkOpen } from '../_components/link-open';
import { stepMetadata } from '../_components/metadata';

export const generateMetadata = stepMetadata('delivery');

export default async function DeliveryPage({
  params,
  searchParams,
}: PageProps<'/[locale]/register/delivery'>) {
  const locale = await pageLocale(params);
  const { code } = await searchParams;
  const { catalogue, registration } = await api();
  const [current, { today }] = await Promise.all([registration.current(), catalogue.today()]);
  if (!current) redirect(localePath(locale, '/register/details?away=delivery'));
  if (current.step === 'done') redirect(localePath(locale, '/account'));
  if (isLinkOpen(current) || current.transferAwaitedUntil)
    redirect(localePath(locale, '/register/confirmation'));
  return (
    <>
      <Invited code={code} attached={current.code} today={today} />
      <DeliveryStep />
    </>
  );
}
