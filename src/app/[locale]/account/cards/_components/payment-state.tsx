'use client';

import { ButtonAnchor } from '@/components/button-anchor';
import { Leaving } from '@/components/leaving';
import { Notice } from '@/components/notice';
import { ByLink } from '@/components/payments/by-link';
import { useI18n, useLocale } from '@/locales/client';
import { declineKey } from '@/locales/decline-key';
import { bahtText } from '@/locales/format';
import { owedNow, type Session } from './owed';

type Pending = NonNullable<Session['pendingPayment']>;

interface PaymentStateProps {
  session: Session;
  /** Whether to omit the next step, because the page shows it below. */
  brief?: boolean;
}

/** Reports a payment in progress, or a failed payment and what a new card changes. */
export function PaymentState({ session, brief }: PaymentStateProps) {
  const t = useI18n();
  const locale = useLocale();
  const payment = session.pendingPayment;
  if (!payment) return null;
  const amount = bahtText(payment.amount, locale);
  if (payment.method === 'offline') return <OfflineState payment={payment} brief={brief} />;

  if (payment.status === 'pending' && payment.authorizeUri) {
    return (
      <Notice tone="waiting" title={t('cards.owed.actionTitle')}>
        <p>{t('cards.owed.actionText', { amount })}</p>
        <ButtonAnchor href={payment.authorizeUri}>
          {t('cards.owed.actionGo')}
          <Leaving label={t('common.leaves')} />
        </ButtonAnchor>
        {payment.nextCardPays && <p>{t('cards.owed.actionOther')}</p>}
        {!brief && <ByLink payment={payment} />}
      </Notice>
    );
  }
  if (payment.status === 'pending') {
    return (
      <Notice tone="waiting" title={t('cards.owed.pendingTitle')}>
        <p>{t('cards.owed.pendingText', { amount })}</p>
      </Notice>
    );
  }
  if (owedNow(session) === null) return null;
  const isSuspended = payment.status === 'suspended';
  return (
    <Notice
      tone="bad"
      title={isSuspended ? t('cards.owed.suspendedTitle', { amount }) : t('cards.owed.title', { amount })}
    >
      {payment.reason && <p>{t('cards.owed.reason', { reason: t(declineKey(payment.reason)) })}</p>}
      {!brief && <p>{t('cards.owed.text')}</p>}
      {isSuspended && <p>{t('cards.owed.suspendedText')}</p>}
      {!brief && <ByLink payment={payment} />}
    </Notice>
  );
}

function OfflineState({ payment, brief }: { payment: Pending; brief?: boolean }) {
  const t = useI18n();
  const locale = useLocale();
  const amount = bahtText(payment.amount, locale);
  if (payment.status === 'pending') {
    return (
      <Notice tone="waiting" title={t('payments.method.pendingTitle', { amount })}>
        {brief ? <p>{t('payments.method.toCardOwed', { amount })}</p> : <ByLink payment={payment} />}
      </Notice>
    );
  }
  const isExpired = payment.status === 'expired';
  return (
    <Notice tone="bad" title={t(`payments.method.${isExpired ? 'expiredTitle' : 'unpaidTitle'}`, { amount })}>
      <p>{t('payments.method.expiredText')}</p>
      {!brief && <ByLink payment={payment} />}
    </Notice>
  );
}
