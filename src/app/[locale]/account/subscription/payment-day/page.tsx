import type { Metadata } from 'next';
import { pageMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { NotActive } from '../_components/not-active';
import { Screen } from '../_components/screen';
import { openSubscriberPage } from '../_components/subscriber';
import { PaymentDayForm } from './_components/payment-day-form';

const PATH = '/account/subscription/payment-day';

export async function generateMetadata({
  params,
}: PageProps<'/[locale]/account/subscription/payment-day'>): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({ locale, path: PATH, title: t('subscription.day.title'), personal: true });
}

export default async function ChangePaymentDayPage({
  params,
}: PageProps<'/[locale]/account/subscription/payment-day'>) {
  const locale = await pageLocale(params);
  const { status, procedures } = await openSubscriberPage(locale, PATH);
  const t = await getI18n();
  return (
    <Screen
      locale={locale}
      back={{ to: '/account/subscription', label: t('subscription.back') }}
      heading={t('subscription.day.title')}
      lead={status === 'active' ? t('subscription.day.lead') : undefined}
    >
      {status === 'active' ? (
        <PaymentDayForm initial={await procedures.subscription.current()} />
      ) : (
        <NotActive locale={locale} />
      )}
    </Screen>
  );
}
