'use client';

import { useI18n, useLocale } from '@/locales/client';
import { bahtText, deadlineText } from '@/locales/format';
import type { RouterOutputs } from '@/trpc/outputs';
import { PayButton } from './pay-button';
import { RequestLink } from './request-link';

type PendingPayment = NonNullable<RouterOutputs['auth']['me']['pendingPayment']>;

interface ByLinkProps {
  payment: PendingPayment;
}

/** Offers payment without a card, with the open payment link or a new link. */
export function ByLink({ payment }: ByLinkProps) {
  const { method, status, amount, paymentUrl, expiresAt } = payment;
  const t = useI18n();
  const locale = useLocale();
  if (paymentUrl && expiresAt) {
    return (
      <>
        <p>
          {t('payments.link.until', {
            until: <span className="keep">{deadlineText(expiresAt, locale)}</span>,
          })}
        </p>
        <PayButton paymentUrl={paymentUrl}>
          {t('payments.link.pay', { amount: bahtText(amount, locale) })}
        </PayButton>
      </>
    );
  }
  if (method === 'offline') {
    return status === 'pending' ? (
      <p>{t('payments.link.early')}</p>
    ) : (
      <RequestLink amount={amount}>{t('payments.link.ask')}</RequestLink>
    );
  }
  // A running card charge must end first, unless it waits for 3-D Secure.
  if (status === 'pending' && !payment.nextCardPays) return null;
  return (
    <>
      <p>{t('payments.link.anotherText')}</p>
      <RequestLink look="secondary" amount={amount}>
        {t('payments.link.another')}
      </RequestLink>
    </>
  );
}
