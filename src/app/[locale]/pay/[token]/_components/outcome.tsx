'use client';

import { ClosedBoxArt } from '@/components/art/box';
import { ParcelArt, RainArt } from '@/components/art/scenes';
import { ButtonAnchor } from '@/components/button-anchor';
import { useFocusOnMount } from '@/components/use-focus';
import { Baht, DayText } from '@/components/values';
import { addDays } from '@/domain/day';
import { RECEIVE_BY_DAYS } from '@/domain/delivery';
import { useI18n, useLocale } from '@/locales/client';
import { localePath, logInPath } from '@/locales/paths';
import classes from './pay.module.css';
import type { PayLink } from './use-pay-link';

interface OutcomeProps {
  link: PayLink;
  /** Whether the result replaces the open payment on this page. Its heading then takes the focus. */
  arrived: boolean;
}

/** Shows the final result of the payment. */
export function Outcome({ link, arrived }: OutcomeProps) {
  switch (link.status) {
    case 'success':
      return <Paid link={link} arrived={arrived} />;
    case 'suspended':
      return <Suspended arrived={arrived} />;
    case 'pending':
    case 'fail':
    case 'expired':
      return <Ended arrived={arrived} />;
  }
}

interface HeadingProps {
  arrived: boolean;
  className?: string;
  children: string;
}

function Heading({ arrived, className, children }: HeadingProps) {
  const heading = useFocusOnMount<HTMLHeadingElement>(arrived);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}

function Paid({ link: { amount, paidOn, paymentDate, setsSchedule }, arrived }: OutcomeProps) {
  const t = useI18n();
  const locale = useLocale();
  const day = paidOn ?? paymentDate;
  return (
    <div className={classes.outcome}>
      <div className={classes.picture} data-tone="good">
        <ParcelArt />
      </div>
      <Heading arrived={arrived} className={classes.good}>
        {t('payments.pay.successTitle')}
      </Heading>
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

function Ended({ arrived }: Pick<OutcomeProps, 'arrived'>) {
  const t = useI18n();
  return (
    <div className={classes.outcome}>
      <div className={classes.picture}>
        <ClosedBoxArt />
      </div>
      <Heading arrived={arrived}>{t('payments.pay.expiredTitle')}</Heading>
      <p>{t('payments.pay.expiredText')}</p>
      <p>{t('payments.pay.expiredPaid')}</p>
      <p>{t('payments.pay.expiredHow')}</p>
      <LogIn />
    </div>
  );
}

function Suspended({ arrived }: Pick<OutcomeProps, 'arrived'>) {
  const t = useI18n();
  return (
    <div className={classes.outcome}>
      <div className={classes.picture}>
        <RainArt />
      </div>
      <Heading arrived={arrived}>{t('payments.pay.suspendedTitle')}</Heading>
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
