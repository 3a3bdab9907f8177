'use client';

import { CopyableFact, CopyableFacts, PlainFact } from '@/components/copyable-facts';
import { Baht } from '@/components/values';
import { useI18n, useLocale } from '@/locales/client';

interface BankDetailsProps {
  details: { accountName: string; bank: string; accountNumber: string; reference: string };
  /** The amount of the transfer in satang. */
  amount: number;
}

/** Shows the bank account and reference of a transfer, with copy buttons for banking apps. */
export function BankDetails({ details, amount }: BankDetailsProps) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <CopyableFacts>
      <PlainFact name={t('payments.bank.bank')}>{details.bank}</PlainFact>
      <PlainFact name={t('payments.bank.accountName')}>{details.accountName}</PlainFact>
      <CopyableFact
        name={t('payments.bank.accountNumber')}
        text={details.accountNumber.replace(/[\s-]/g, '')}
      >
        <span className="number">{details.accountNumber}</span>
      </CopyableFact>
      <CopyableFact name={t('payments.bank.amount')} text={(amount / 100).toFixed(2)}>
        <Baht satang={amount} locale={locale} />
      </CopyableFact>
      <CopyableFact name={t('payments.bank.reference')} text={details.reference}>
        <strong className="number">{details.reference}</strong>
      </CopyableFact>
    </CopyableFacts>
  );
}
