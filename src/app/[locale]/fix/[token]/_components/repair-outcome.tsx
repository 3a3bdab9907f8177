'use client';

import { ClosedBoxArt } from '@/components/art/box';
import { OutcomeScreen } from '@/components/outcome-screen';
import { PayScreen } from '@/components/payments/pay-screen';
import { LogInToAccount } from '@/components/secret-link/log-in-to-account';
import { Paid } from '@/components/secret-link/paid';
import { DayText } from '@/components/values';
import { useI18n, useLocale } from '@/locales/client';
import type { Repair } from './use-repair';

interface RepairOutcomeProps {
  repair: Repair;
  /** Whether the result replaces the open order on this page. */
  arrived: boolean;
}

/** Shows the result: paid, given up, ended in another way, or that the bank is being asked. */
export function RepairOutcome({ repair, arrived }: RepairOutcomeProps) {
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
