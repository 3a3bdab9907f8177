'use client';

import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { trpc } from '@/trpc/react';
import { Button } from '../button';
import { accountDecline, type Account } from './means-name';
import { owedNow, type PayingSession } from './owed';
import { PayOutcome } from './pay-outcome';
import { usePay } from './use-pay';

interface UseBankAccountProps {
  session: PayingSession;
  account: Account;
  /** Called once the account pays, to show it. */
  onChanged: () => void;
}

/** Pays by the linked bank account from now on. What is due is charged to it immediately. */
export function UseBankAccount({ session, account, onChanged }: UseBankAccountProps) {
  const t = useI18n();
  const locale = useLocale();
  const owed = owedNow(session, 'bank_account');
  const amount = owed === null ? null : bahtText(owed, locale);
  const { pay, ...state } = usePay({
    showsOpen: true,
    onPaid: () => {
      onChanged();
      return 'shown';
    },
  });
  const change = () =>
    pay(owed ?? 0, async () => {
      const { charge } = await trpc.payments.convertToBankAccount.mutate({ expectedTotal: owed ?? 0 });
      return { charge, isKept: true };
    });
  return (
    <>
      <PayOutcome
        pay={state}
        reasonText={accountDecline(
          t,
          state.outcome?.is === 'declined' ? state.outcome.reason : null,
          account,
        )}
        declinedText={null}
      />
      {amount === null && <p className="muted small">{t('bankAccounts.useText')}</p>}
      <Button waits wide busy={state.busy} onClick={() => void change()}>
        {state.busy
          ? t('bankAccounts.changing')
          : amount === null
            ? t('bankAccounts.use')
            : t('bankAccounts.useAndPay', { amount })}
      </Button>
    </>
  );
}
