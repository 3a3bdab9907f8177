'use client';

import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/button';
import { ButtonAnchor } from '@/components/button-anchor';
import { Leaving } from '@/components/leaving';
import { Notice } from '@/components/notice';
import type { Gateway } from '@/components/payments/use-card-submission';
import classes from '@/components/secret-link/secret-link.module.css';
import { Baht, DayText } from '@/components/values';
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
  const { repair, change, refresh, isAway } = useRepair(token, initial);
  if (!OPEN.includes(repair.state))
    return <RepairOutcome repair={repair} arrived={OPEN.includes(initial.state)} />;
  return (
    <div className={`narrow ${classes.page}`}>
      <State repair={repair} />
      {isAway && <Notice tone="info">{t('secretLink.away')}</Notice>}
      <div className={`stack-4 mt-5 ${classes.ways}`}>
        {repair.authorizeUri !== null && (
          <section className={`card stack ${classes.way}`} aria-labelledby="confirm-title">
            <h2 id="confirm-title">{t('repair.confirm.title')}</h2>
            <p>{t('repair.confirm.text')}</p>
            <ButtonAnchor href={repair.authorizeUri} wide>
              {t('repair.confirm.go')}
              <Leaving label={t('common.leaves')} />
            </ButtonAnchor>
          </section>
        )}
        <section className={`card stack ${classes.way}`} aria-labelledby="qr-title">
          <h2 id="qr-title">{t('repair.qr.title')}</h2>
          <RepairQr token={token} repair={repair} onChange={change} />
        </section>
        <OtherCard token={token} repair={repair} gateway={gateway} onChange={change} onLost={refresh} />
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
        <h1>{t(state === 'awaiting_payment' ? 'repair.waitingHeading' : 'repair.heading')}</h1>
        <p className={classes.amount}>
          <Baht satang={amount} locale={locale} />
        </p>
        <p className="muted small">
          {t('repair.order', { date: <DayText day={paymentDate} locale={locale} /> })}
        </p>
      </div>
      <p>{nextStep()}</p>
    </div>
  );

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
  onChange: (next: Repair) => void;
  onLost: () => Promise<void>;
}

/** Offers the gateway's card form. Its script is loaded only on request. */
function OtherCard(props: OtherCardProps) {
  const t = useI18n();
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={`card stack ${classes.way}`} aria-labelledby="card-title">
      <h2 id="card-title">{t('repair.card.title')}</h2>
      <p>
        {t(props.repair.canSave ? 'repair.card.leadSave' : 'repair.card.lead', {
          amount: bahtText(props.repair.amount, locale),
        })}
      </p>
      {isOpen ? (
        <Suspense fallback={<p className="muted small">{t('register.payment.formLoading')}</p>}>
          <CardPayment {...props} />
        </Suspense>
      ) : (
        <Button look="secondary" wide onClick={() => setOpen(true)}>
          {t('repair.card.open')}
        </Button>
      )}
    </section>
  );
}
