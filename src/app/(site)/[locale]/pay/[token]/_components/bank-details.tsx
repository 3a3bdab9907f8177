import { CopyableFact, CopyableFacts, PlainFact } from '@/components/copyable-facts';
import { Baht } from '@/components/values';
import type { PayLink, PayParts } from './parts';

interface BankDetailsProps extends PayParts {
  details: NonNullable<PayLink['bankDetails']>;
}

/** Shows the bank account and reference of a transfer, with copy buttons for banking apps. */
export function BankDetails({ details, link: { amount }, t, locale }: BankDetailsProps) {
  return (
    <CopyableFacts>
      <PlainFact name={t('payments.bank.bank')}>{details.bank}</PlainFact>
      <PlainFact name={t('payments.bank.accountName')}>{details.accountName}</PlainFact>
      <CopyableFact
        name={t('payments.bank.accountNumber')}
        text={details.accountNumber.replace(/[\s-]/g, '')}
        t={t}
      >
        <span className="number">{details.accountNumber}</span>
      </CopyableFact>
      <CopyableFact name={t('payments.bank.amount')} text={(amount / 100).toFixed(2)} t={t}>
        <Baht satang={amount} locale={locale} />
      </CopyableFact>
      <CopyableFact name={t('payments.bank.reference')} text={details.reference} t={t}>
        <strong className="number">{details.reference}</strong>
      </CopyableFact>
    </CopyableFacts>
  );
}
