'use client';

import { Notice } from '@/components/notice';
import { PayNotice } from '@/components/payments/pay-notice';
import { PayOutcome, PaySubmit } from '@/components/payments/pay-outcome';
import { usePay } from '@/components/payments/use-pay';
import { stateOfDecline, type PayAnswer } from '@/domain/pay-state';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { trpc } from '@/trpc/react';
import type { RouterOutputs } from '@/trpc/outputs';

interface FirstOrderProps {
  token: string;
  first: NonNullable<RouterOutputs['bankAccounts']['link']['first']>;
  bank: string;
  /** Reads the link again. */
  refresh: () => Promise<void>;
}

/** Pays the first order by the linked account with one tap. */
export function FirstOrder({ token, first: { total, reason }, bank, refresh }: FirstOrderProps) {
  const t = useI18n();
  const locale = useLocale();
  const amount = bahtText(total, locale);
  const { pay, ...state } = usePay<PayAnswer>({
    reload: refresh,
    showsOpen: true,
    onPaid: async (): Promise<'shown'> => {
      await refresh();
      return 'shown';
    },
  });
  const submit = () =>
    pay(total, async () => ({
      charge: (await trpc.bankAccounts.payAtLink.mutate({ token, expectedTotal: total })).charge,
    }));
  return (
    <>
      {reason !== null && !state.outcome && (
        <PayNotice
          state={stateOfDecline(reason)}
          amount={total}
          reasonText={t('bankAccounts.declined')}
          declinedText={null}
          t={t}
          locale={locale}
        />
      )}
      <PayOutcome pay={state} reasonText={t('bankAccounts.declined')} declinedText={null} />
      {!state.outcome && reason === null && (
        <Notice tone="waiting">{t('bankAccounts.page.dueText', { amount, bank })}</Notice>
      )}
      <PaySubmit
        pay={state}
        onClick={() => void submit()}
        label={t('bankAccounts.page.pay', { amount })}
        busyLabel={t('bankAccounts.page.paying', { amount })}
      />
    </>
  );
}
