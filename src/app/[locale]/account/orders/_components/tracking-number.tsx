'use client';

import { useRef, useState } from 'react';
import { useI18n } from '@/locales/client';
import classes from './order.module.css';

/** A parcel's number, and a button that copies it. */
export function TrackingNumber({ number }: { number: string }) {
  const t = useI18n();
  const value = useRef<HTMLElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'selected' | null>(null);
  const name = t('order.trackingNumber');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(number);
      setOutcome('copied');
    } catch {
      // Some in-app browsers refuse: what is selected can be copied by a long press.
      if (value.current) window.getSelection()?.selectAllChildren(value.current);
      setOutcome('selected');
    }
  };
  return (
    <div>
      <dt>{name}</dt>
      <dd ref={value} className="number">
        {number}
      </dd>
      <dd className={classes.action}>
        <button
          type="button"
          className={classes.copy}
          data-done={outcome === 'copied' || undefined}
          aria-label={t('payments.bank.copyOf', { name })}
          onClick={() => void copy()}
        >
          {outcome === 'copied' ? t('payments.bank.copied') : t('payments.bank.copy')}
        </button>
        <span role="status" className="visually-hidden">
          {outcome === 'copied' && t('payments.bank.copiedOf', { name })}
          {outcome === 'selected' && t('payments.bank.selected', { name })}
        </span>
      </dd>
    </div>
  );
}
