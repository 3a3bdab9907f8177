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
import classes from '../../../pay/[token]/_components/pay.module.css';
import type { Repair } from './use-repair';

interface RepairOutcomeProps {
  repair: Repair;
  /** Whether the result replaces the open order on this page. Its heading then takes the focus. */
  arrived: boolean;
}

/** Shows the result: paid, given up, ended in another way, or that the bank is being asked. */
export function RepairOutcome({ repair, arrived }: RepairOutcomeProps) {
  const t = useI18n();
  const locale = useLocale();
  const heading = useFocusOnMount<HTMLHeadingElement>(arrived);
  const { state, amount, paidOn, paymentDate } = repair;
  const date = <DayText day={paymentDate} locale={locale} />;
  const paidDay = paidOn ?? paymentDate;
  return (
    <div className={classes.outcome}>
      <div className={classes.picture} data-tone={state === 'paid' ? 'good' : undefined}>
        {state === 'paid' ? <ParcelArt /> : state === 'pending' ? <RainArt /> : <ClosedBoxArt />}
      </div>
      <h1 ref={heading} tabIndex={-1} className={state === 'paid' ? classes.good : undefined}>
        {t(`repair.${keyOf(state)}.title`)}
      </h1>
      {state === 'paid' ? (
        <>
          <p>
            {t('repair.paid.text', {
              amount: <Baht satang={amount} locale={locale} />,
              date: <DayText day={paidDay} locale={locale} />,
            })}
          </p>
          <p className={classes.arrives}>
            {t('repair.paid.arrives', {
              date: <DayText day={addDays(paidDay, RECEIVE_BY_DAYS)} locale={locale} />,
            })}
          </p>
        </>
      ) : (
        <p role="status">{text()}</p>
      )}
      {state !== 'pending' && (
        <ButtonAnchor href={logInPath(locale, localePath(locale, '/account'))} look="secondary" wide>
          {t('repair.logIn')}
        </ButtonAnchor>
      )}
    </div>
  );

  function text() {
    if (state === 'pending') return t('repair.pending.text');
    return state === 'given_up' ? t('repair.givenUp.text', { date }) : t('repair.ended.text', { date });
  }
}

const keyOf = (state: Repair['state']) =>
  state === 'paid' || state === 'pending' ? state : state === 'given_up' ? 'givenUp' : 'ended';
