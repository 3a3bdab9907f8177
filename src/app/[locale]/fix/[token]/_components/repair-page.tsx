'use client';

import { lazy, Suspense } from 'react';
import { ClosedBoxArt } from '@/components/art/box';
import { Icon } from '@/components/art/icon';
import { appName } from '@/components/art/app-marks';
import { CardArt } from '@/components/art/scenes';
import { ButtonAnchor } from '@/components/button-anchor';
import { Hero, HeroActs, HeroFact, HeroFacts } from '@/components/hero';
import { OrderNumber } from '@/components/order-number';
import { ToBank } from '@/components/payments/pay-notice';
import type { Gateway } from '@/components/payments/use-card-pay';
import { Baht, DayText } from '@/components/values';
import { useI18n, useLocale } from '@/locales/client';
import { declineKey } from '@/locales/decline-key';
import { bahtText } from '@/locales/format';
import { localePath, logInPath } from '@/locales/paths';
import { GiveUp } from './give-up';
import { RepairApps } from './repair-apps';
import { OutcomeScreen } from '@/components/outcome-screen';
import { PayScreen } from '@/components/payments/pay-screen';
import { LogInToAccount } from '@/components/secret-link/log-in-to-account';
import { Paid } from '@/components/secret-link/paid';
import { PayOutcome, PaySubmit } from '@/components/payments/pay-outcome';
import { usePay } from '@/components/payments/use-pay';
import { QrCode } from '@/components/secret-link/qr-code';
import { watchQrSaves } from '@/components/secret-link/watch-qr-saves';
import { useWatch } from '@/components/use-watch';
import { trpc } from '@/trpc/react';
import { SameCard } from './same-card';
import { useRepair, type Repair } from './use-repair';
import { Way } from './way';

const CardPayment = lazy(async () => ({ default: (await import('./card-payment')).CardPayment }));

const OPEN = ['retrying', 'awaiting_payment', 'unpaid'];

interface RepairPageProps {
  token: string;
  initial: Repair;
  gateway: Gateway;
  /** Whether the page is open on a phone, where the apps come before the QR code. */
  isPhone: boolean;
}

/** Shows one order whose payment failed: how it stands, the next step as one button, and the other ways. */
export function RepairPage({ token, initial, gateway, isPhone }: RepairPageProps) {
  const t = useI18n();
  const locale = useLocale();
  const { repair, change, refresh } = useRepair(token, initial);
  const { amount, authorizeUri, bankAccount, canSave, app, apps } = repair;
  if (!OPEN.includes(repair.state))
    return <RepairOutcome repair={repair} arrived={OPEN.includes(initial.state)} />;
  const first = firstWay();
  return (
    <div className="stack narrow">
      <State repair={repair}>
        {first === 'bank' && authorizeUri !== null && (
          <ToBank state={{ is: 'confirm', url: authorizeUri }} t={t} wide />
        )}
        {first === 'apps' && app === null && <p className="strong">{t('payments.apps.title')}</p>}
        {first === 'apps' && <RepairApps token={token} repair={repair} onChange={change} />}
        {first === 'qr' && <RepairQr token={token} repair={repair} onChange={change} reload={refresh} />}
      </State>
      <h2 className="h3">{t('repair.others')}</h2>
      {first !== 'apps' && apps.length > 0 && (
        <Way title={t('payments.apps.title')} note={apps.map(appName).join(' · ')}>
          <RepairApps token={token} repair={repair} onChange={change} />
        </Way>
      )}
      {first !== 'qr' && (
        <Way title={t('repair.qr.title')} note={t('repair.qr.note')}>
          <RepairQr token={token} repair={repair} onChange={change} reload={refresh} />
        </Way>
      )}
      {initial.sameCard && (
        <SameCard token={token} amount={amount} isOffered={repair.sameCard} reload={refresh} />
      )}
      <Way title={t('repair.card.title')} note={t('repair.card.note')}>
        <p>
          {t(canSave ? 'repair.card.leadSave' : 'repair.card.lead', { amount: bahtText(amount, locale) })}
        </p>
        <Suspense fallback={<p className="muted small">{t('register.payment.formLoading')}</p>}>
          <CardPayment token={token} repair={repair} gateway={gateway} reload={refresh} />
        </Suspense>
      </Way>
      {bankAccount && (
        <Way title={t('repair.bankAccount.title')} note={t('repair.bankAccount.note')}>
          <p>{t('repair.bankAccount.lead', { amount: bahtText(amount, locale) })}</p>
          <ButtonAnchor
            href={
              canSave
                ? localePath(locale, '/account/cards')
                : logInPath(locale, localePath(locale, '/account/cards'))
            }
            look="secondary"
            wide
          >
            {t(canSave ? 'repair.bankAccount.go' : 'secretLink.logIn')}
          </ButtonAnchor>
        </Way>
      )}
      <GiveUp token={token} repair={repair} onChange={change} onRefused={refresh} />
    </div>
  );

  /** The way that needs no row to unfold: where the payment waits, or what the device does best. */
  function firstWay(): 'bank' | 'apps' | 'qr' {
    if (authorizeUri !== null) return 'bank';
    if (app !== null) return 'apps';
    return isPhone && apps.length > 0 && repair.qr === null ? 'apps' : 'qr';
  }
}

/** Shows how the payment stands, why, and until when it can be made. */
function State({ repair, children }: { repair: Repair; children: React.ReactNode }) {
  const t = useI18n();
  const locale = useLocale();
  const { state, amount, paymentDate, authorizeUri, app, endsOn } = repair;
  const isAtTheBank = authorizeUri !== null;
  const isWaiting = state === 'awaiting_payment';
  return (
    <Hero
      tone={isAtTheBank || app ? 'info' : isWaiting ? 'waiting' : 'bad'}
      eyebrow={heading()}
      title={<Baht satang={amount} locale={locale} />}
      lines={
        <>
          {t('repair.order', { date: <DayText day={paymentDate} locale={locale} /> })}{' '}
          <OrderNumber of={repair} />
        </>
      }
      art={isAtTheBank ? <CardArt /> : <ClosedBoxArt />}
    >
      <HeroFacts>
        <HeroFact icon={<Icon of="card" />}>
          <p className="strong">{isAtTheBank ? t('repair.uncharged') : reason()}</p>
          <p className="muted small">{isAtTheBank ? t('repair.atBank') : nextStep()}</p>
        </HeroFact>
        {endsOn !== null && (
          <HeroFact icon={<Icon of="now" />}>
            <p className="strong">{t('repair.endsOn', { date: <DayText day={endsOn} locale={locale} /> })}</p>
            <p className="muted small">{t('repair.ends')}</p>
          </HeroFact>
        )}
      </HeroFacts>
      <HeroActs>{children}</HeroActs>
    </Hero>
  );

  function heading() {
    if (app) return t('payments.apps.waiting', { app: appName(app.name) });
    if (isAtTheBank) return t('repair.confirmHeading');
    return t(isWaiting ? 'repair.waitingHeading' : 'repair.heading');
  }

  function reason() {
    return repair.reason === null ? t('repair.uncharged') : t(declineKey(repair.reason));
  }

  function nextStep() {
    const { qr, nextTryOn } = repair;
    if (isWaiting) return t('repair.awaiting');
    if (state === 'unpaid') return t('repair.unpaid');
    if (nextTryOn === null) return t('repair.noTry');
    if (app !== null) return t('repair.nextTryAfterApp');
    if (qr !== null) return t('repair.nextTryAfterQr');
    return t('repair.nextTry', { date: <DayText day={nextTryOn} locale={locale} /> });
  }
}

interface RepairOutcomeProps {
  repair: Repair;
  /** Whether the result replaces the open order on this page. */
  arrived: boolean;
}

/** Shows the result: paid, given up, ended in another way, or that the bank is being asked. */
function RepairOutcome({ repair, arrived }: RepairOutcomeProps) {
  const t = useI18n();
  const locale = useLocale();
  const { state, amount, paidOn, paymentDate } = repair;
  if (state === 'paid')
    return (
      <Paid amount={amount} paidOn={paidOn ?? paymentDate} arrived={arrived}>
        <LogInToAccount look="secondary" />
      </Paid>
    );
  if (state === 'pending')
    return <PayScreen state={{ is: 'checking' }} amount={amount} takesFocus={arrived} />;
  const key = state === 'given_up' ? 'givenUp' : 'ended';
  return (
    <OutcomeScreen
      picture={<ClosedBoxArt />}
      heading={t(`repair.${key}.title`)}
      tone="info"
      takesFocus={arrived}
    >
      <p role="status">{t(`repair.${key}.text`, { date: <DayText day={paymentDate} locale={locale} /> })}</p>
      <LogInToAccount look="secondary" />
    </OutcomeScreen>
  );
}

interface RepairQrProps {
  token: string;
  repair: Repair;
  onChange: (next: Repair) => void;
  reload: () => Promise<void>;
}

/** Shows the PromptPay QR code, or the button that creates it. */
function RepairQr({ token, repair: { qr, amount }, onChange, reload }: RepairQrProps) {
  const t = useI18n();
  const locale = useLocale();
  const { pay, ...state } = usePay({ reload, showsOpen: true });
  useWatch(watchQrSaves);
  const make = () =>
    pay(amount, async () => {
      onChange(await trpc.orderLinks.repairByQr.mutate({ token, expectedTotal: amount }));
      return {};
    });

  if (qr) return <QrCode qr={qr} amount={amount} t={t} locale={locale} />;
  return (
    <>
      <PayOutcome pay={state} />
      <PaySubmit
        pay={state}
        onClick={() => void make()}
        label={t('repair.qr.make', { amount: bahtText(amount, locale) })}
        busyLabel={t('repair.qr.making')}
      />
      <p className="muted small">{t('repair.qr.lead')}</p>
    </>
  );
}
