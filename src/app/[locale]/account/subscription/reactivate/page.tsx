import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { localePath } from '@/locales/paths';
import { pageMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { PollPayment } from '../../_components/poll-payment';
import { PaymentNotice } from '../../_components/payment-notice';
import { Screen } from '../_components/screen';
import { openSubscriberPage } from '../_components/subscriber';
import { ReactivateForm } from './_components/reactivate-form';

const PATH = '/account/subscription/reactivate';

export async function generateMetadata({
  params,
}: PageProps<'/[locale]/account/subscription/reactivate'>): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({ locale, path: PATH, title: t('subscription.reactivate.title'), personal: true });
}

export default async function ReactivatePage({
  params,
}: PageProps<'/[locale]/account/subscription/reactivate'>) {
  const locale = await pageLocale(params);
  const { procedures } = await openSubscriberPage(locale, PATH);
  const [t, reactivation, products] = await Promise.all([
    getI18n(),
    // The bank redirects to this page after a 3-D Secure challenge. This query then also settles the payment.
    procedures.subscription.reactivation(),
    procedures.catalogue.everyProduct(),
  ]);
  if (reactivation.subscription.status === 'active') redirect(localePath(locale, '/account'));
  const { pendingPayment } = reactivation;
  const isOpen = pendingPayment?.status === 'pending';
  return (
    <Screen
      locale={locale}
      back={{ to: '/account/subscription', label: t('subscription.back') }}
      heading={t('subscription.reactivate.title')}
      lead={t('subscription.reactivate.lead')}
    >
      {isOpen && <PaymentNotice payment={pendingPayment} locale={locale} />}
      {isOpen && <PollPayment />}
      {(!isOpen || pendingPayment.authorizeUri !== null) && (
        <ReactivateForm reactivation={reactivation} products={products} />
      )}
    </Screen>
  );
}
