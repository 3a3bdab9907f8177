import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { localePath } from '@/locales/paths';
import { pageLocale } from '@/locales/server';
import { api, publicSettings } from '@/trpc/server';
import { stepMetadata } from '../_components/metadata';
import { PaymentStep } from '../_components/payment-step';

export function generateMetadata({ params }: PageProps<'/[locale]/register/payment'>): Promise<Metadata> {
  return stepMetadata(params, 'payment');
}

export default async function PaymentPage({ params }: PageProps<'/[locale]/register/payment'>) {
  const locale = await pageLocale(params);
  const [current, settings] = await Promise.all([(await api()).registration.current(), publicSettings()]);
  if (!current) redirect(localePath(locale, '/register/details?away'));
  if (current.step === 'delivery') redirect(localePath(locale, '/register/delivery'));
  if (current.step === 'done') redirect(localePath(locale, '/account'));
  // An outcome is still to come: nobody is offered to pay again before it has.
  if (current.payment?.status === 'pending') redirect(localePath(locale, '/register/confirmation'));
  return (
    <PaymentStep
      registration={current}
      gateway={{ scriptUrl: settings.omiseJsUrl, publicKey: settings.omisePublicKey }}
    />
  );
}
