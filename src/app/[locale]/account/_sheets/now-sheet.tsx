import { ButtonLink } from '@/components/button';
import { Notice } from '@/components/notice';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';
import { PaymentNotice } from '../_components/payment-notice';
import { PollPayment } from '../_components/poll-payment';
import { OrderNowForm } from './forms';

type Options = RouterOutputs['orders']['orderNowOptions'];

/** Orders the next box today, or shows how the payment of such an order stands. */
export async function NowSheet({ options, locale }: { options: Options; locale: Locale }) {
  const { pendingPayment, order } = options;
  const isOpen = pendingPayment?.status === 'pending';
  return (
    <>
      {pendingPayment && (
        <PaymentNotice payment={pendingPayment} subscription={options.subscription} locale={locale} />
      )}
      {isOpen && <PollPayment />}
      {!pendingPayment && !order && <Refused options={options} locale={locale} />}
      {!isOpen && order && <OrderNowForm options={{ ...options, order }} />}
    </>
  );
}

/** Explains why no order can be sent now. */
async function Refused({ options, locale }: { options: Options; locale: Locale }) {
  const t = await getI18n();
  if (options.isPaid) {
    return (
      <Notice tone="good" title={t('subscription.orderNow.done')}>
        <ButtonLink href={localePath(locale, '/account')} look="secondary">
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
