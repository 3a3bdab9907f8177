'use client';

import { lazy, Suspense } from 'react';
import { ClosedBoxArt } from '@/components/art/box';
import { Icon } from '@/components/art/icon';
import { CardArt } from '@/components/art/scenes';
import { Hero, HeroActs, HeroFact, HeroFacts } from '@/components/hero';
import { OrderNumber } from '@/components/order-number';
import { ToBank } from '@/components/payments/pay-notice';
import type { Gateway } from '@/components/payments/use-card-pay';
import { Baht, DayText } from '@/components/values';
import { useI18n, useLocale } from '@/locales/client';
import { declineKey } from '@/locales/decline-key';
import { bahtText } from '@/locales/format';
import { GiveUp } from './give-up';
import { RepairOutcome } from './repair-outcome';
import { RepairQr } from './repair-qr';
import { SameCard } from './same-card';
import { useRepair, type Repair } from './use-repair';
import { Way } from './way';

const CardPayment = lazy(async () => ({ default: (await import('./card-payment')).CardPayment }));

const OPEN = ['retrying', 'awaiting_payment', 'unpaid'];

interface RepairPageProps {
  token: string;
  initial: Repair;
  gateway: Gateway;
}

/** Shows one order whose payment failed: how it stands, the next step as one button, and the other ways. */
export function RepairPage({ token, initial, gateway }: RepairPageProps) {
  const t = useI18n();
  const locale = useLocale();
  const { repair, change, refresh } = useRepair(token, initial);
  const { amount, authorizeUri, canSave } = repair;
  if (!OPEN.includes(repair.state))
    return <RepairOutcome repair={repair} arrived={OPEN.includes(initial.state)} />;
  const qr = <RepairQr token={token} repair={repair} onChange={change} reload={refresh} />;
  return (
    <div className="stack narrow">
      <State repair={repair}>
        {authorizeUri === null ? qr : <ToBank state={{ is: 'confirm', url: authorizeUri }} t={t} wide />}
      </State>
      <h2 className="h3">{t('repair.others')}</h2>
      {authorizeUri !== null && (
        <Way title={t('repair.qr.title')} note={t('repair.qr.note')}>
          {qr}
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
      <GiveUp token={token} repair={repair} onChange={change} onRefused={refresh} />
    </div>
  );
}

/** Shows how the payment stands, why, and until when it can be made. */
function State({ repair, children }: { repair: Repair; children: React.ReactNode }) {
  const t = useI18n();
  const locale = useLocale();
  const { state, amount, paymentDate, authorizeUri, endsOn } = repair;
  const isAtTheBank = authorizeUri !== null;
  const isWaiting = state === 'awaiting_payment';
  return (
    <Hero
      tone={isAtTheBank ? 'info' : isWaiting ? 'waiting' : 'bad'}
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
    if (qr !== null) return t('repair.nextTryAfterQr');
    return t('repair.nextTry', { date: <DayText day={nextTryOn} locale={locale} /> });
  }
}
