import { ButtonAnchor } from '@/components/button-anchor';
import { Leaving } from '@/components/leaving';
import { Notice } from '@/components/notice';
import { ByLink } from '@/components/payments/by-link';
import { RequestLink } from '@/components/payments/request-link';
import { DayText } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { bahtText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import { declineKey } from '@/locales/decline-key';
import type { RouterOutputs } from '@/trpc/outputs';
import classes from './account.module.css';
import { TryCardAgain } from './try-card-again';

type Home = RouterOutputs['account']['home'];
type PendingPayment = NonNullable<Home['pendingPayment']>;

interface PaymentNoticeProps {
  payment: PendingPayment;
  /** The saved cards, to offer the default card again. */
  cards?: Home['cards'];
  locale: Locale;
}

/** Reports a pending, failed or abandoned payment. Shows the bank's reason and how to pay. */
export async function PaymentNotice({ payment, cards = [], locale }: PaymentNoticeProps) {
  const t = await getI18n();
  const amount = bahtText(payment.amount, locale);
  const reason = payment.reason && (
    <p>{t('account.notice.reason', { reason: t(declineKey(payment.reason)) })}</p>
  );
  if (payment.status === 'pending' && payment.authorizeUri) {
    return (
      <Notice tone="waiting" title={t('account.notice.actionTitle')}>
        <p>{t('account.notice.actionText', { amount })}</p>
        <ButtonAnchor href={payment.authorizeUri}>
          {t('account.notice.actionGo')}
          <Leaving label={t('common.leaves')} />
        </ButtonAnchor>
        <ByLink payment={payment} />
      </Notice>
    );
  }
  switch (payment.status) {
    case 'pending':
      return payment.method === 'offline' ? (
        <Notice tone="waiting" title={t('payments.method.pendingTitle', { amount })}>
          <ByLink payment={payment} />
        </Notice>
      ) : (
        <Notice tone="waiting" title={t('account.notice.pendingTitle')}>
          <p>{t('account.notice.pendingText', { amount })}</p>
        </Notice>
      );
    case 'fail':
      return (
        <Notice tone="bad" title={t('account.notice.failTitle', { amount })}>
          {reason}
          <WhatNext payment={payment} locale={locale} />
          <ByLink payment={payment} />
        </Notice>
      );
    case 'suspended':
      return (
        <Notice tone="bad" title={t('account.notice.suspendedTitle')}>
          <p>{t('account.notice.suspendedText', { amount })}</p>
          {reason}
          {payment.nextCardPays ? (
            <WaysToPay payment={payment} cards={cards} locale={locale} />
          ) : (
            <ByLink payment={payment} />
          )}
        </Notice>
      );
    case 'expired':
      return (
        <Notice tone="bad" title={t('account.notice.expiredTitle')}>
          <p>{t('account.notice.expiredText', { amount })}</p>
          <ByLink payment={payment} />
        </Notice>
      );
    case 'success':
      return null;
  }
}

/** States when the card is charged again, or that another card is needed. */
async function WhatNext({
  payment: { nextTryOn, cardNeededBy },
  locale,
}: {
  payment: PendingPayment;
  locale: Locale;
}) {
  const t = await getI18n();
  if (nextTryOn) {
    return <p>{t('account.notice.failAgain', { date: <DayText day={nextTryOn} locale={locale} /> })}</p>;
  }
  if (!cardNeededBy) return <p>{t('account.notice.failText')}</p>;
  return (
    <>
      <p>{t('account.notice.failCard', { date: <DayText day={cardNeededBy} locale={locale} /> })}</p>
      <ButtonAnchor href={localePath(locale, '/account/cards/add')}>
        {t('account.notice.addCard')}
      </ButtonAnchor>
    </>
  );
}

/** Offers the three ways to pay after the subscription has stopped, each with one button. */
async function WaysToPay({ payment: { amount }, cards, locale }: Required<PaymentNoticeProps>) {
  const t = await getI18n();
  const card = cards.find(({ isDefault, status }) => isDefault && status !== 'expired');
  return (
    <div className={`stack-2 mt-2 ${classes.ways}`}>
      {card && <TryCardAgain card={card} amount={amount} />}
      <ButtonAnchor href={localePath(locale, '/account/cards/add')} look={card ? 'secondary' : 'primary'}>
        {t('account.notice.otherCard')}
      </ButtonAnchor>
      <RequestLink look="secondary" amount={amount}>
        {t('account.notice.byPromptPay')}
      </RequestLink>
    </div>
  );
}
