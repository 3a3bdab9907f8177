import { ButtonAnchor } from '@/components/button-anchor';
import { Notice, type NoticeTone } from '@/components/notice';
import { ByLink } from '@/components/payments/by-link';
import { accountDecline, meansText } from '@/components/payments/means-name';
import { PayTexts, payWords } from '@/components/payments/pay-notice';
import { RequestLink } from '@/components/payments/request-link';
import { DayText } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { stateOfPayment } from '@/domain/pay-state';
import { bahtText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import { declineKey } from '@/locales/decline-key';
import type { RouterOutputs } from '@/trpc/outputs';
import { TryAgain } from './try-again';

type Home = RouterOutputs['account']['home'];
type PendingPayment = NonNullable<Home['pendingPayment']>;

interface PaymentNoticeProps {
  payment: PendingPayment;
  /** The saved cards, to offer the default card again. */
  cards?: Home['cards'];
  /** The subscription, if it may pay by bank account. */
  subscription?: Home['subscription'];
  /** Whether the page itself offers the ways to pay. */
  brief?: boolean;
  locale: Locale;
}

/**
 * Returns what the notice offers to charge again: the subscription has stopped, and the bank account pays, or the default
 * card has not expired. Null: it offers nothing.
 */
export function meansToTry(
  payment: PendingPayment | null,
  { cards, subscription }: Pick<Home, 'cards' | 'subscription'>,
) {
  if (payment?.status !== 'suspended' || !payment.nextCardPays) return null;
  if (subscription?.bankAccount) return subscription.bankAccount;
  return cards.find(({ isDefault, status }) => isDefault && status !== 'expired') ?? null;
}

/** The states of a payment that a subscriber meets in the account. */
type PaymentStanding = 'confirm' | 'checking' | 'declined' | 'stopped' | 'expired' | 'later' | 'waiting';

/** What the account says about a payment: how it stands, how urgent it is, and how to pay. */
export interface PaymentReport {
  is: PaymentStanding;
  tone: NoticeTone;
  title: string;
  body: React.ReactNode;
}

/** Returns what to say about a pending, failed or abandoned payment. Null: nothing. */
export async function paymentReport(props: PaymentNoticeProps): Promise<PaymentReport | null> {
  const { payment, cards = [], subscription, brief = false, locale } = props;
  const t = await getI18n();
  const amount = bahtText(payment.amount, locale);
  const account = subscription?.bankAccount;
  const byLink = !brief && <ByLink payment={payment} />;
  const state = stateOfPayment(payment);
  if (state) {
    const reasonText = account ? accountDecline(t, payment.reason, account) : undefined;
    const facts = { state, amount: payment.amount, t, locale, reasonText, declinedText: null };
    const words = payWords(facts);
    if (!words) return null;
    const body = (
      <>
        <PayTexts {...facts} />
        {state.is === 'confirm' && payment.nextCardPays && <p>{t('cards.owed.actionOther')}</p>}
        {state.is === 'declined' && <WhatNext payment={payment} locale={locale} />}
        {state.is === 'declined' && !brief && payment.method !== 'offline' ? (
          <OtherWays payment={payment} subscription={subscription} locale={locale} />
        ) : (
          byLink
        )}
      </>
    );
    const is = state.is === 'confirm' || state.is === 'checking' ? state.is : 'declined';
    return { is, tone: words.tone, title: words.title, body };
  }
  switch (payment.status) {
    case 'suspended':
      return {
        is: 'stopped',
        tone: 'bad',
        title: t('account.notice.suspendedTitle'),
        body: (
          <>
            <p>{t('account.notice.suspendedText', { amount })}</p>
            {payment.reason && (
              <p>
                {t('account.notice.reason', {
                  reason: account
                    ? accountDecline(t, payment.reason, account)
                    : t(declineKey(payment.reason)),
                })}
              </p>
            )}
            {!brief && payment.nextCardPays ? (
              <WaysToPay payment={payment} cards={cards} subscription={subscription} locale={locale} />
            ) : (
              byLink
            )}
          </>
        ),
      };
    case 'fail':
      return {
        is: 'declined',
        tone: 'bad',
        title: t('payments.method.unpaidTitle', { amount }),
        body: byLink,
      };
    case 'expired':
      return {
        is: 'expired',
        tone: 'bad',
        title: t('account.notice.expiredTitle'),
        body: (
          <>
            <p>{t('account.notice.expiredText', { amount })}</p>
            {byLink}
          </>
        ),
      };
    case 'pending':
      if (payment.nextTryOn)
        return {
          is: 'later',
          tone: 'info',
          title: t('payments.method.pendingTitle', { amount }),
          body: (
            <p>
              {t('account.notice.dueText', { date: <DayText day={payment.nextTryOn} locale={locale} /> })}
            </p>
          ),
        };
      return {
        is: 'waiting',
        tone: 'waiting',
        title: t('payments.method.pendingTitle', { amount }),
        body: brief ? <p>{t('payments.method.toCardOwed', { amount })}</p> : byLink,
      };
    case 'success':
      return null;
  }
}

/** Reports a pending, failed or abandoned payment on a page that is about something else. */
export async function PaymentNotice(props: PaymentNoticeProps) {
  const report = await paymentReport(props);
  return (
    report && (
      <Notice tone={report.tone} title={report.title}>
        {report.body}
      </Notice>
    )
  );
}

/** States when the card is charged again, or that another card is needed. */
async function WhatNext({ payment: { nextTryOn, cardNeededBy }, locale }: PaymentNoticeProps) {
  const t = await getI18n();
  if (nextTryOn) {
    return <p>{t('account.notice.failAgain', { date: <DayText day={nextTryOn} locale={locale} /> })}</p>;
  }
  if (!cardNeededBy) return <p>{t('account.notice.failText')}</p>;
  return <p>{t('account.notice.failCard', { date: <DayText day={cardNeededBy} locale={locale} /> })}</p>;
}

/** Leads to another card, or to all ways to pay for a subscriber without card payments. */
async function OtherMeans({ subscription, locale, look }: OtherMeansProps) {
  const t = await getI18n();
  const byAccount = subscription?.paymentMethod === 'bank_account';
  return (
    <ButtonAnchor href={localePath(locale, byAccount ? '/account/cards' : '/account/cards/add')} look={look}>
      {t(byAccount ? 'subscription.charge.ways' : 'account.notice.otherCard')}
    </ButtonAnchor>
  );
}

interface OtherMeansProps extends Pick<PaymentNoticeProps, 'subscription' | 'locale'> {
  look: 'primary' | 'secondary';
}

/** Offers PromptPay and another means, after a charge was declined. */
async function OtherWays({ payment: { amount }, ...props }: PaymentNoticeProps) {
  const t = await getI18n();
  return (
    <div className="stack-2 mt-2">
      <RequestLink amount={amount}>{t('account.notice.byPromptPay')}</RequestLink>
      <OtherMeans {...props} look="secondary" />
    </div>
  );
}

/** Offers the ways to pay after the subscription has stopped, each with one button. */
async function WaysToPay({ payment, cards = [], ...props }: PaymentNoticeProps) {
  const t = await getI18n();
  const { amount } = payment;
  const tried = meansToTry(payment, { cards, subscription: props.subscription ?? null });
  const cardId = tried && 'cardId' in tried ? tried.cardId : null;
  return (
    <div className="stack-2 mt-2">
      {tried && <TryAgain cardId={cardId} name={meansText(t, tried)} amount={amount} />}
      <OtherMeans {...props} look={tried ? 'secondary' : 'primary'} />
      <RequestLink look="secondary" amount={amount}>
        {t('account.notice.byPromptPay')}
      </RequestLink>
    </div>
  );
}
