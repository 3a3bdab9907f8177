import type { Metadata } from 'next';
import { ButtonLink } from '@/components/button';
import { Notice } from '@/components/notice';
import type { Locale } from '@/domain/locale';
import { pageMetadata } from '@/locales/metadata';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';
import { PollPayment } from '../../_components/poll-payment';
import { PaymentNotice } from '../../_components/payment-notice';
import { NotActive } from '../_components/not-active';
import { Screen } from '../_components/screen';
import { openSubscriberPage } from '../_components/subscriber';
import { OrderNowForm } from './_components/order-now-form';

const PATH = '/account/subscription/order-now';

type Options = RouterOutputs['orders']['orderNowOptions'];

interface Props {
  params: Promise<{ locale: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({ locale, path: PATH, title: t('subscription.orderNow.title'), personal: true });
}

export default async function OrderNowPage({ params }: Props) {
  const locale = await pageLocale(params);
  const { status, procedures } = await openSubscriberPage(locale, PATH);
  const t = await getI18n();
  const screen = {
    locale,
    back: { to: '/account', label: t('subscription.toAccount') },
    heading: t('subscription.orderNow.title'),
  };
  if (status !== 'active') {
    return (
      <Screen {...screen}>
        <NotActive locale={locale} />
      </Screen>
    );
  }
  // The bank redirects to this page after a 3-D Secure challenge. This query then also settles the payment.
  const options = await procedures.orders.orderNowOptions();
  const { pendingPayment, order } = options;
  const isOpen = pendingPayment?.status === 'pending';
  return (
    <Screen {...screen} {...(order && !isOpen ? { lead: t('subscription.orderNow.lead') } : {})}>
      {pendingPayment && <PaymentNotice payment={pendingPayment} locale={locale} />}
      {isOpen && <PollPayment />}
      {!pendingPayment && !order && <Refused options={options} locale={locale} />}
      {!isOpen && order && <OrderNowForm options={{ ...options, order }} />}
    </Screen>
  );
}

/** Explains why no order can be sent now. */
async function Refused({ options, locale }: { options: Options; locale: Locale }) {
  const t = await getI18n();
  if (options.isPaid) {
    return (
      <Notice tone="good" title={t('subscription.orderNow.done')}>
        <ButtonLink href={localePath(locale, '/account/orders')} look="secondary">
          {t('subscription.orderNow.toOrders')}
        </ButtonLink>
      </Notice>
    );
  }
  const key = { PAID_TODAY: 'paidToday', NO_UPCOMING_ORDER: 'noOrder', PAYMENT_PENDING: 'dueToday' } as const;
  const known = Object.entries(key).find(([code]) => code === options.refusal)?.[1] ?? 'dueToday';
  return (
    <Notice tone="waiting">
      <p>{t(`subscription.orderNow.${known}`)}</p>
    </Notice>
  );
}
