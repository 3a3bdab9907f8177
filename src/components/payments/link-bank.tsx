'use client';

import { useState } from 'react';
import type { LinkBank } from '@/domain/bank-account';
import type { PayAnswer } from '@/domain/pay-state';
import { useI18n } from '@/locales/client';
import type { RouterOutputs } from '@/trpc/outputs';
import { trpc } from '@/trpc/react';
import { AppMark } from '../art/app-marks';
import classes from './app-list.module.css';
import { usePay, type PayOptions } from './use-pay';

export type OwnBankAccounts = RouterOutputs['bankAccounts']['mine'];

/**
 * Starts the link of an account at the chosen bank, and opens the bank's page. A link that waits there is continued.
 * @param agreed the total that a registration pays once the account is linked, in satang; null in the account
 */
export function useLinkBank(
  { banks, pending }: Pick<OwnBankAccounts, 'banks' | 'pending'>,
  agreed: number | null,
  options: PayOptions<PayAnswer> = {},
) {
  const [bank, setBank] = useState<LinkBank | null>(pending?.bank ?? banks[0] ?? null);
  const { pay, ...state } = usePay<PayAnswer>(options);
  const submit = () => {
    if (bank === null) return;
    void pay(agreed ?? 0, async () => {
      const input = { bank, expectedTotal: agreed ?? undefined };
      const { registrationUri } = await trpc.bankAccounts.start.mutate(input);
      return { charge: { outcome: 'action_required', authorizeUri: registrationUri } };
    });
  };
  return { ...state, bank, setBank, submit };
}

interface BankChoiceProps {
  banks: readonly LinkBank[];
  bank: LinkBank | null;
  onChange: (bank: LinkBank) => void;
}

/** Lets the payer choose the bank of the account. */
export function BankChoice({ banks, bank, onChange }: BankChoiceProps) {
  const t = useI18n();
  return (
    <fieldset>
      <legend className="strong">{t('bankAccounts.choose')}</legend>
      <div className={`mt-2 ${classes.apps}`}>
        {banks.map((value) => (
          <label key={value} className={classes.app}>
            <input
              type="radio"
              name="bank"
              value={value}
              className="visually-hidden"
              checked={bank === value}
              onChange={() => onChange(value)}
            />
            <AppMark of={value} />
            <span>{t(`bankAccounts.banks.${value}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
