'use client';

import { useRef, useState } from 'react';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import classes from './bank-details.module.css';

interface BankDetailsProps {
  details: { accountName: string; bank: string; accountNumber: string; reference: string };
  /** Satang. */
  amount: number;
}

/** Where a bank transfer goes and what it must name; what has to be typed elsewhere can be copied. */
export function BankDetails({ details, amount }: BankDetailsProps) {
  const t = useI18n();
  const locale = useLocale();
  const [copied, setCopied] = useState<{ name: string; said: string } | null>(null);
  const row = { copied: copied?.name ?? null, onCopied: setCopied };
  return (
    <>
      <dl className={classes.list}>
        <Fact name={t('payments.bank.bank')}>{details.bank}</Fact>
        <Fact name={t('payments.bank.accountName')}>{details.accountName}</Fact>
        <Copyable
          name={t('payments.bank.accountNumber')}
          text={details.accountNumber.replace(/[\s-]/g, '')}
          {...row}
        >
          {details.accountNumber}
        </Copyable>
        <Copyable name={t('payments.bank.amount')} text={(amount / 100).toFixed(2)} {...row}>
          {bahtText(amount, locale)}
        </Copyable>
        <Copyable name={t('payments.bank.reference')} text={details.reference} {...row}>
          <strong>{details.reference}</strong>
        </Copyable>
      </dl>
      <p role="status" className="visually-hidden">
        {copied?.said}
      </p>
    </>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface CopyableProps {
  name: string;
  /** What is copied, as a bank's app takes it. */
  text: string;
  /** The name of what was copied last. */
  copied: string | null;
  onCopied: (copied: { name: string; said: string }) => void;
  children: React.ReactNode;
}

function Copyable({ name, text, copied, onCopied, children }: CopyableProps) {
  const t = useI18n();
  const value = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      onCopied({ name, said: t('payments.bank.copiedOf', { name }) });
    } catch {
      // Some in-app browsers refuse: what is selected can be copied by a long press.
      if (value.current) window.getSelection()?.selectAllChildren(value.current);
      onCopied({ name: '', said: t('payments.bank.selected', { name }) });
    }
  };
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd ref={value} className="number">
        {children}
      </dd>
      <dd className={classes.action}>
        <button
          type="button"
          className={classes.copy}
          data-done={copied === name || undefined}
          aria-label={t('payments.bank.copyOf', { name })}
          onClick={() => void copy()}
        >
          {copied === name ? t('payments.bank.copied') : t('payments.bank.copy')}
        </button>
      </dd>
    </div>
  );
}
