'use client';

import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/button';
import { OrderNumber } from '@/components/order-number';
import { PayNotice } from '@/components/payments/pay-notice';
import type { Gateway } from '@/components/payments/use-card-pay';
import classes from '@/components/secret-link/secret-link.module.css';
import { Baht, DayText } from '@/components/values';
import { stateOfDecline } from '@/domain/pay-state';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { GiveUp } from './give-up';
import { RepairOutcome } from './repair-outcome';
import { RepairQr } from './repair-qr';
import { useRepair, type Repair } from './use-repair';

const CardPayment = lazy(async () => ({ default: (await import('./card-payment')).CardPayment }));

const OPEN = ['retrying', 'awaiting_payment', 'unpaid'];

interface RepairPageProps {
  token: string;
  initial: Repair;
  gateway: Gateway;
}

/** Shows one order whose payment failed, and the ways to repair it: PromptPay, another card, or to give it up. */
export function RepairPage({ token, initial, gateway }: RepairPageProps) {
  const t = useI18n();
  const locale = useLocale();
  const { repair, change, refresh } = useRepair(token, initial);
  if (!OPEN.includes(repair.state))
    return <RepairOutcome repair={repair} arrived={OPEN.includes(initial.state)} />;
  return (
    <div className={`narrow ${classes.page}`}>
      <State repair={repair} />
      {repair.authorizeUri !== null && (
        <PayNotice
          state={{ is: 'confirm', url: repair.authorizeUri }}
          amount={repair.amount}
          t={t}
          locale={locale}
        />
      )}
      <div className={`stack-4 mt-5 ${classes.ways}`}>
        <section className={`card stack ${classes.way}`} aria-labelledby="qr-title">
          <h2 id="qr-title">{t('repair.qr.title')}</h2>
          <RepairQr token={token} repair={repair} onChange={change} reload={refresh} />
        </section>
        <OtherCard token={token} repair={repair} gateway={gateway} reload={refresh} />
        <GiveUp token={token} repair={repair} onChange={change} onRefused={refresh} />
      </div>
    </div>
  );
}

function State({ repair }: { repair: Repair }) {
  const t = useI18n();
  const locale = useLocale();
  const { state, amount, paymentDate } = repair;
  return (
    <div className={`stack-4 ${classes.sum}`}>
      <div>
        <h1>{heading()}</h1>
        <p className={classes.amount}>
          <Baht satang={amount} locale={locale} />
        </p>
        <p className="muted small">
          {t('repair.order', { date: <DayText day={paymentDate} locale={locale} /> })}{' '}
          <OrderNumber of={repair} />
        </p>
      </div>
      <p>{nextStep()}</p>
    </div>
  );

  function heading() {
    if (state === 'awaiting_payment') return t('repair.waitingHeading');
    return t(repair.authorizeUri === null ? 'repair.heading' : 'repair.confirmHeading');
  }

  function nextStep() {
    const { qr, nextTryOn, endsOn } = repair;
    if (state === 'awaiting_payment') return t('repair.awaiting');
    if (state === 'unpaid') return t('repair.unpaid');
    if (endsOn !== null) return t('repair.endsOn', { date: <DayText day={endsOn} locale={locale} /> });
    if (nextTryOn === null) return null;
    if (qr !== null) return t('repair.nextTryAfterQr');
    return t('repair.nextTry', { date: <DayText day={nextTryOn} locale={locale} /> });
  }
}

interface OtherCardProps extends Pick<RepairPageProps, 'token' | 'gateway'> {
  repair: Repair;
  reload: () => Promise<void>;
}

/** Offers the gateway's card form. Its script is loaded only on request. */
function OtherCard(props: OtherCardProps) {
  const t = useI18n();
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const { amount, canSave, declined } = props.repair;
  return (
    <section className={`card stack ${classes.way}`} aria-labelledby="card-title">
      <h2 id="card-title">{t('repair.card.title')}</h2>
      <p>{t(canSave ? 'repair.card.leadSave' : 'repair.card.lead', { amount: bahtText(amount, locale) })}</p>
      {isOpen ? (
        <Suspense fallback={<p className="muted small">{t('register.payment.formLoading')}</p>}>
          <CardPayment {...props} />
        </Suspense>
      ) : (
        <>
          {declined !== null && (
            <PayNotice state={stateOfDecline(declined)} amount={amount} t={t} locale={locale} />
          )}
          <Button look="secondary" wide onClick={() => setOpen(true)}>
            {t('repair.card.open')}
          </Button>
        </>
      )}
    </section>
  );
}
