'use client';

import { useEffect } from 'react';
import { loadPage } from '@/components/load-page';
import { PayNotice } from '@/components/payments/pay-notice';
import { BankDetails } from '@/components/payments/bank-details';
import classes from '@/components/secret-link/secret-link.module.css';
import { OrderNumber } from '@/components/order-number';
import { Baht, DayText } from '@/components/values';
import { stateOfDecline } from '@/domain/pay-state';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, deadlineText } from '@/locales/format';
import { Apps } from './apps';
import { PayOutcome } from './outcome';
import { Qr } from './qr';
import { SlipUpload } from './slip-upload';
import { usePayLink, type PayLink } from './use-pay-link';

interface PayPageProps {
  token: string;
  initial: PayLink;
  /** The page that confirms the registration, if this browser has its session; else null. */
  confirmation: string | null;
  /** Whether the page is open on a phone, where the apps come before the QR code. */
  isPhone: boolean;
}

/** Shows one payment: its amount, its deadline, all ways to pay, and the result as soon as it is known. */
export function PayPage({ token, initial, confirmation, isPhone }: PayPageProps) {
  const t = useI18n();
  const locale = useLocale();
  const state = usePayLink(token, initial, isPhone);
  const { link } = state;
  const areAppsFirst = isPhone || link.app !== null;
  const isConfirmed = confirmation !== null && link.status === 'success';
  useEffect(() => {
    if (isConfirmed) loadPage(confirmation);
  }, [isConfirmed, confirmation]);
  return (
    <>
      <p role="status" className="visually-hidden">
        {saidOf(link)}
      </p>
      {link.isOpen ? (
        <div className={`narrow ${classes.page}`}>
          <Sum link={link} />
          {link.status === 'fail' && (
            <PayNotice
              state={stateOfDecline(link.reason)}
              amount={link.amount}
              declinedText={t('payments.pay.failText')}
              t={t}
              locale={locale}
            />
          )}
          <div className={`stack-4 mt-5 ${classes.ways}`}>
            {areAppsFirst && <Apps {...state} />}
            <section className={`card stack ${classes.way}`} aria-labelledby="qr-title">
              <h2 id="qr-title">{t('payments.pay.qrTitle')}</h2>
              <Qr {...state} />
            </section>
            {link.bankDetails && (
              <section className={`card stack ${classes.way}`} aria-labelledby="bank-title">
                <h2 id="bank-title">{t('payments.bank.title')}</h2>
                <p>{t('payments.bank.lead')}</p>
                <BankDetails details={link.bankDetails} amount={link.amount} />
                <p className="muted small">{t('payments.bank.day')}</p>
                <SlipUpload token={token} slip={link.slip} onSent={state.refresh} />
              </section>
            )}
            {!areAppsFirst && <Apps {...state} />}
          </div>
        </div>
      ) : (
        <PayOutcome link={link} arrived={initial.isOpen} />
      )}
    </>
  );

  function saidOf({ status, isOpen, amount }: PayLink): string {
    const sum = bahtText(amount, locale);
    if (isOpen)
      return status === 'fail' ? t('payments.outcome.declined', { amount: sum }) : t('payments.pay.waiting');
    if (status === 'success') return t('payments.outcome.paid');
    return status === 'suspended' ? t('payments.pay.suspendedTitle') : t('payments.pay.expiredTitle');
  }
}

function Sum({ link }: { link: PayLink }) {
  const { amount, paymentDate, expiresAt, status, setsSchedule } = link;
  const t = useI18n();
  const locale = useLocale();
  return (
    <div className={`stack-4 ${classes.sum}`}>
      <div>
        <h1>{t('payments.pay.heading')}</h1>
        <p className={classes.amount}>
          <Baht satang={amount} locale={locale} />
        </p>
        <p className="muted small">
          {t('payments.pay.order', { date: <DayText day={paymentDate} locale={locale} /> })}{' '}
          <OrderNumber of={link} />
        </p>
        {setsSchedule && <p>{t('payments.pay.schedule')}</p>}
      </div>
      <div>
        <p className="strong">
          {t('payments.pay.until', {
            until: <span className="keep">{deadlineText(expiresAt, locale)}</span>,
          })}
        </p>
        {status === 'pending' && (
          <>
            <p className={`tag waiting ${classes.waiting}`}>
              <span className={classes.dot} aria-hidden /> {t('payments.pay.waiting')}
            </p>
            <p className="muted small">{t('payments.pay.byItself')}</p>
          </>
        )}
      </div>
    </div>
  );
}
