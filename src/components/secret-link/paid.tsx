'use client';

import type { ReactNode } from 'react';
import { ParcelArt } from '@/components/art/scenes';
import type { Day } from '@/domain/day';
import type { Satang } from '@/domain/money';
import { useI18n, useLocale } from '@/locales/client';
import { OutcomeScreen } from '../outcome-screen';
import { PaidTexts } from './paid-texts';

interface PaidProps {
  amount: Satang;
  paidOn: Day;
  arrived: boolean;
  children: ReactNode;
}

/** Shows that the payment was received, and when the box arrives. */
export function Paid({ amount, paidOn, arrived, children }: PaidProps) {
  const t = useI18n();
  return (
    <OutcomeScreen
      picture={<ParcelArt />}
      heading={t('payments.outcome.paid')}
      tone="good"
      takesFocus={arrived}
    >
      <PaidTexts amount={amount} paidOn={paidOn} t={t} locale={useLocale()} />
      {children}
    </OutcomeScreen>
  );
}
