import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { localePath } from '@/locales/paths';
import { pageLocale } from '@/locales/server';
import { api } from '@/trpc/server';
import { DeliveryStep } from '../_components/delivery-step';
import { isLinkOpen } from '../_components/link-open';
import { stepMetadata } from '../_components/metadata';

export function generateMetadata({ params }: PageProps<'/[locale]/register/delivery'>): Promise<Metadata> {
  return stepMetadata(params, 'delivery');
}

export default async function DeliveryPage({ params }: PageProps<'/[locale]/register/delivery'>) {
  const locale = await pageLocale(params);
  const current = await (await api()).registration.current();
  if (!current) redirect(localePath(locale, '/register/details?away=delivery'));
  if (current.step === 'done') redirect(localePath(locale, '/account'));
  if (isLinkOpen(current)) redirect(localePath(locale, '/register/confirmation'));
  return <DeliveryStep />;
}
