import connection from '@/components/connection/connection-notice.module.css';
import { PayNotice } from '@/components/payments/pay-notice';
import classes from '@/components/secret-link/secret-link.module.css';
import { OrderNumber } from '@/components/order-number';
import { Baht, DayText } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { stateOfDecline } from '@/domain/pay-state';
import { bahtText, deadlineText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import { appName } from '@/components/art/app-marks';
import { AppList } from '@/components/payments/app-list';
import secretLink from '@/components/secret-link/secret-link.module.css';
import { CopyableFact, CopyableFacts, PlainFact } from '@/components/copyable-facts';
import { ClosedBoxArt } from '@/components/art/box';
import { RainArt } from '@/components/art/rain';
import { ParcelArt } from '@/components/art/scenes';
import { ButtonAnchor } from '@/components/button-anchor';
import { Outcome } from '@/components/outcome';
import { PaidTexts } from '@/components/secret-link/paid-texts';
import { localePath, logInPath } from '@/locales/paths';
import { type PayLink, type PayParts, Problem } from './parts';
import { Qr } from './qr';
import { SlipUpload } from './slip-upload';

interface PayPageProps {
  token: string;
  link: PayLink;
  locale: Locale;
  /** Whether the page is open on a phone, where the apps come before the QR code. */
  isPhone: boolean;
}

/**
 * Shows one payment: its amount, its deadline, all ways to pay, and the result. `src/site/pay.ts` keeps it current: when
 * the payment has changed it loads the page again and puts each part that differs (`data-part`) in the place of the old
 * one.
 */
export async function PayPage({ token, link, locale, isPhone }: PayPageProps) {
  const t = await getI18n();
  const parts = { link, t, locale };
  const areAppsFirst = isPhone || link.app !== null;
  // A phone that can open an app makes no code before it is asked for, nor any device after a decline.
  const isQrAsked = isPhone && link.apps.length > 0;
  const makesQr = !isQrAsked && link.qr === null && link.canHaveQr && link.status !== 'fail';
  return (
    <>
      <div role="status" className={connection.place}>
        <p
          className={connection.notice}
          data-connection="lost"
          data-lost={t('common.connectionLost')}
          data-back={t('common.connectionBack')}
          hidden
        />
      </div>
      <p role="status" className="visually-hidden" data-said>
        {saidOf(parts)}
      </p>
      <div
        data-pay={token}
        data-state={JSON.stringify(link)}
        data-open={link.isOpen || undefined}
        data-makes-qr={makesQr || undefined}
      >
        {link.isOpen ? (
          <div className={`narrow ${classes.page}`}>
            <Sum {...parts} />
            <div className={`stack-4 mt-5 ${classes.ways}`}>
              {areAppsFirst && <Apps {...parts} />}
              <section className={`card stack ${classes.way}`} aria-labelledby="qr-title" data-part="qr">
                <h2 id="qr-title">{t('payments.pay.qrTitle')}</h2>
                <Qr {...parts} isAsked={isQrAsked} />
              </section>
              {link.bankDetails && (
                <section
                  className={`card stack ${classes.way}`}
                  aria-labelledby="bank-title"
                  data-part="bank"
                >
                  <h2 id="bank-title">{t('payments.bank.title')}</h2>
                  <p>{t('payments.bank.lead')}</p>
                  <BankDetails details={link.bankDetails} {...parts} />
                  <p className="muted small">{t('payments.bank.day')}</p>
                  <SlipUpload slip={link.slip} t={t} />
                </section>
              )}
              {!areAppsFirst && <Apps {...parts} />}
            </div>
          </div>
        ) : (
          <PayOutcome {...parts} />
        )}
      </div>
    </>
  );
}

/** What a screen reader says when the payment has changed. */
function saidOf({ link: { status, isOpen, amount }, t, locale }: PayParts): string {
  const sum = bahtText(amount, locale);
  if (isOpen)
    return status === 'fail' ? t('payments.outcome.declined', { amount: sum }) : t('payments.pay.waiting');
  if (status === 'success') return t('payments.outcome.paid');
  return status === 'suspended' ? t('payments.pay.suspendedTitle') : t('payments.pay.expiredTitle');
}

function Sum({ link, t, locale }: PayParts) {
  const { amount, paymentDate, expiresAt, endsUnpaid, status, setsSchedule } = link;
  return (
    <div data-part="sum">
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
          {endsUnpaid && <p className="small">{t(`payments.ends.${endsUnpaid}`)}</p>}
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
      {status === 'fail' && (
        <PayNotice
          state={stateOfDecline(link.reason)}
          amount={amount}
          declinedText={t('payments.pay.failText')}
          t={t}
          locale={locale}
        />
      )}
    </div>
  );
}

/** Shows the banking apps and wallets that can pay, or the one in which the payment waits. */
function Apps({ link, t, locale }: PayParts) {
  const { app: waiting, apps } = link;
  if (!waiting && apps.length === 0) return null;
  return (
    <section className={`card stack ${secretLink.way}`} aria-labelledby="apps-title" data-part="apps">
      <h2 id="apps-title">
        {waiting ? t('payments.apps.waiting', { app: appName(waiting.name) }) : t('payments.apps.title')}
      </h2>
      <AppList waiting={waiting} apps={apps} t={t} locale={locale}>
        <Problem title="" text={t('payments.apps.failedText')} />
      </AppList>
    </section>
  );
}

interface BankDetailsProps extends PayParts {
  details: NonNullable<PayLink['bankDetails']>;
}

/** Shows the bank account and reference of a transfer, with copy buttons for banking apps. */
function BankDetails({ details, link: { amount }, t, locale }: BankDetailsProps) {
  return (
    <CopyableFacts>
      <PlainFact name={t('payments.bank.bank')}>{details.bank}</PlainFact>
      <PlainFact name={t('payments.bank.accountName')}>{details.accountName}</PlainFact>
      <CopyableFact
        name={t('payments.bank.accountNumber')}
        text={details.accountNumber.replace(/[\s-]/g, '')}
        t={t}
      >
        <span className="number">{details.accountNumber}</span>
      </CopyableFact>
      <CopyableFact name={t('payments.bank.amount')} text={(amount / 100).toFixed(2)} t={t}>
        <Baht satang={amount} locale={locale} />
      </CopyableFact>
      <CopyableFact name={t('payments.bank.reference')} text={details.reference} t={t}>
        <strong className="number">{details.reference}</strong>
      </CopyableFact>
    </CopyableFacts>
  );
}

/** Shows the final result of the payment. */
function PayOutcome({ link, t, locale }: PayParts) {
  const account = localePath(locale, '/account');
  if (link.status === 'success')
    return (
      <Outcome picture={<ParcelArt />} heading={t('payments.outcome.paid')} tone="good">
        <PaidTexts amount={link.amount} paidOn={link.paidOn ?? link.paymentDate} t={t} locale={locale} />
        {link.setsSchedule && <p>{t('payments.pay.successSchedule')}</p>}
        <ButtonAnchor href={account} look="secondary" wide>
          {t('payments.pay.account')}
        </ButtonAnchor>
      </Outcome>
    );
  const isSuspended = link.status === 'suspended';
  return (
    <Outcome
      picture={isSuspended ? <RainArt /> : <ClosedBoxArt />}
      heading={t(isSuspended ? 'payments.pay.suspendedTitle' : 'payments.pay.expiredTitle')}
      tone="info"
    >
      {isSuspended ? (
        <p>{t('payments.pay.suspendedText')}</p>
      ) : (
        <>
          <p>{t('payments.pay.expiredText')}</p>
          <p>{t('payments.pay.expiredPaid')}</p>
        </>
      )}
      <p>{t('payments.pay.expiredHow')}</p>
      <ButtonAnchor href={logInPath(locale, account)} wide>
        {t('secretLink.logIn')}
      </ButtonAnchor>
    </Outcome>
  );
}
