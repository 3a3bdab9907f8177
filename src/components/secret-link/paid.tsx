'use client';

import type { ReactNode } from 'react';
import { ParcelArt } from '@/components/art/scenes';
import { Baht, DayText } from '@/components/values';
import { addDays, type Day } from '@/domain/day';
import { RECEIVE_BY_DAYS } from '@/domain/delivery';
import type { Satang } from '@/domain/money';
import { useI18n, useLocale } from '@/locales/client';
import { OutcomeScreen } from '../outcome-screen';

interface PaidProps {
  amount: Satang;
  paidOn: Day;
  arrived: boolean;
  children: ReactNode;
}

/** Shows that the payment was received, and when the box arrives. */
export function Paid({ amount, paidOn, arrived, children }: PaidProps) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <OutcomeScreen
      picture={<ParcelArt />}
      heading={t('payments.outcome.paid')}
      tone="good"
      takesFocus={arrived}
    >
      <p>
        {t('secretLink.paid.text', {
          amount: <Baht satang={amount} locale={locale} />,
          date: <DayText day={paidOn} locale={locale} />,
        })}
      </p>
      <p className="card h2">
        {t('secretLink.paid.arrives', {
          date: <DayText day={addDays(paidOn, RECEIVE_BY_DAYS)} locale={locale} />,
        })}
      </p>
      {children}
    </OutcomeScreen>
  );
}
