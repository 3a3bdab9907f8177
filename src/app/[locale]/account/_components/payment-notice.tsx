import { ButtonAnchor } from '@/components/button-anchor';
import { Notice } from '@/components/notice';
import { ByLink } from '@/components/payments/by-link';
import { PayNotice } from '@/components/payments/pay-notice';
import { RequestLink } from '@/components/payments/request-link';
import { DayText } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { stateOfPayment } from '@/domain/pay-state';
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
  /** Whether the page itself offers the ways to pay. */
  brief?: boolean;
  locale: Locale;
}

/**
 * Returns the default card that the notice offers to charge again: the subscription has stopped, and the card has not
 * expired. Null: it offers none.
 */
export function cardToTry(
  payment: PendingPayment | null,
  cards: Home['cards'],
): Home['cards'][number] | null {
  if (payment?.status !== 'suspended' || !payment.nextCardPays) return null;
  return cards.find(({ isDefault, status }) => isDefault && status !== 'expired') ?? null;
}

/** Reports a pending, failed or abandoned payment. Shows the bank's reason and how to pay. */
export async function PaymentNotice(props: PaymentNoticeProps) {
  const { payment, cards = [], brief = false, locale } = props;
  const t = await getI18n();
  const amount = bahtText(payment.amount, locale);
  const byLink = !brief && <ByLink payment={payment} />;
  const state = stateOfPayment(payment);
  if (state) {
    const facts = { state, amount: payment.amount, t, locale };
    return (
      <PayNotice {...facts} declinedText={null}>
        {state.is === 'confirm' && payment.nextCardPays && <p>{t('cards.owed.actionOther')}</p>}
        {state.is === 'declined' && <WhatNext payment={payment} brief={brief} locale={locale} />}
        {byLink}
      </PayNotice>
    );
  }
  switch (payment.status) {
    case 'suspended':
      return (
        <Notice tone="bad" title={t('account.notice.suspendedTitle')}>
          <p>{t('account.notice.suspendedText', { amount })}</p>
          {payment.reason && <p>{t('account.notice.reason', { reason: t(declineKey(payment.reason)) })}</p>}
          {!brief && payment.nextCardPays ? (
            <WaysToPay payment={payment} cards={cards} locale={locale} />
          ) : (
            byLink
          )}
        </Notice>
      );
    case 'fail':
      return (
        <Notice tone="bad" title={t('payments.method.unpaidTitle', { amount })}>
          {byLink}
        </Notice>
      );
    case 'expired':
      return (
        <Notice tone="bad" title={t('account.notice.expiredTitle')}>
          <p>{t('account.notice.expiredText', { amount })}</p>
          {byLink}
        </Notice>
      );
    case 'pending':
      if (payment.nextTryOn)
        return (
          <Notice tone="info" title={t('payments.method.pendingTitle', { amount })}>
            <p>
              {t('account.notice.dueText', { date: <DayText day={payment.nextTryOn} locale={locale} /> })}
            </p>
          </Notice>
        );
      return (
        <Notice tone="waiting" title={t('payments.method.pendingTitle', { amount })}>
          {brief ? <p>{t('payments.method.toCardOwed', { amount })}</p> : byLink}
        </Notice>
      );
    case 'success':
      return null;
  }
}

/** States when the card is charged again, or that another card is needed. */
async function WhatNext({ payment: { nextTryOn, cardNeededBy }, brief, locale }: PaymentNoticeProps) {
  const t = await getI18n();
  if (nextTryOn) {
    return <p>{t('account.notice.failAgain', { date: <DayText day={nextTryOn} locale={locale} /> })}</p>;
  }
  if (!cardNeededBy) return <p>{t('account.notice.failText')}</p>;
  return (
    <>
      <p>{t('account.notice.failCard', { date: <DayText day={cardNeededBy} locale={locale} /> })}</p>
      {!brief && (
        <ButtonAnchor href={localePath(locale, '/account/cards/add')}>
          {t('account.notice.addCard')}
        </ButtonAnchor>
      )}
    </>
  );
}

/** Offers the three ways to pay after the subscription has stopped, each with one button. */
async function WaysToPay({ payment, cards = [], locale }: PaymentNoticeProps) {
  const t = await getI18n();
  const { amount } = payment;
  const card = cardToTry(payment, cards);
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
