'use client';

import { ClosedBoxArt } from '@/components/art/box';
import { ParcelArt, RainArt } from '@/components/art/scenes';
import { ButtonAnchor } from '@/components/button-anchor';
import { Baht, DayText } from '@/components/values';
import { addDays } from '@/domain/day';
import { RECEIVE_BY_DAYS } from '@/domain/delivery';
import { useI18n, useLocale } from '@/locales/client';
import { localePath, logInPath } from '@/locales/paths';
import classes from './pay.module.css';
import type { PayLink } from './use-pay-link';

/** Shows the final result of the payment. */
export function Outcome({ link }: { link: PayLink }) {
  switch (link.status) {
    case 'success':
      return <Paid link={link} />;
    case 'suspended':
      return <Suspended />;
    case 'pending':
    case 'fail':
    case 'expired':
      return <Ended />;
  }
}

function Paid({ link: { amount, paidOn, paymentDate, setsSchedule } }: { link: PayLink }) {
  const t = useI18n();
  const locale = useLocale();
  const day = paidOn ?? paymentDate;
  return (
    <div className={classes.outcome}>
      <div className={classes.picture} data-tone="good">
        <ParcelArt />
      </div>
      <h1 className={classes.good}>{t('payments.pay.successTitle')}</h1>
      <p>
        {t('payments.pay.successText', {
          amount: <Baht satang={amount} locale={locale} />,
          date: <DayText day={day} locale={locale} />,
        })}
      </p>
      <p className={classes.arrives}>
        {t('payments.pay.successArrives', {
          date: <DayText day={addDays(day, RECEIVE_BY_DAYS)} locale={locale} />,
        })}
      </p>
      {setsSchedule && <p>{t('payments.pay.successSchedule')}</p>}
      <ButtonAnchor href={localePath(locale, '/account')} look="secondary" wide>
        {t('payments.pay.account')}
      </ButtonAnchor>
    </div>
  );
}

function Ended() {
  const t = useI18n();
  return (
    <div className={classes.outcome}>
      <div className={classes.picture}>
        <ClosedBoxArt />
      </div>
      <h1>{t('payments.pay.expiredTitle')}</h1>
      <p>{t('payments.pay.expiredText')}</p>
      <p>{t('payments.pay.expiredPaid')}</p>
      <p>{t('payments.pay.expiredHow')}</p>
      <LogIn />
    </div>
  );
}

function Suspended() {
  const t = useI18n();
  return (
    <div className={classes.outcome}>
      <div className={classes.picture}>
        <RainArt />
      </div>
      <h1>{t('payments.pay.suspendedTitle')}</h1>
      <p>{t('payments.pay.suspendedText')}</p>
      <p>{t('payments.pay.expiredHow')}</p>
      <LogIn />
    </div>
  );
}

function LogIn() {
  const t = useI18n();
  const locale = useLocale();
  return (
    <ButtonAnchor href={logInPath(locale, localePath(locale, '/account'))} wide>
      {t('payments.pay.logIn')}
    </ButtonAnchor>
  );
}
