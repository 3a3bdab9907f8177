'use client';

import { useEffect, useRef } from 'react';
import { Button } from '@/components/button';
import { PayButton } from '@/components/payments/pay-button';
import { Baht } from '@/components/values';
import { useI18n, useLocale } from '@/locales/client';
import { deadlineText } from '@/locales/format';
import classes from './pending.module.css';
import type { Pending } from './waited';

interface PendingDialogProps {
  payment: Pending;
  /** Whether the open payment is the first payment of the subscription. */
  isFirst: boolean;
  onLookAround: () => void;
}

/** Shows the open payment in a dialog over the account: amount, deadline, payment link and alternatives. */
export function PendingDialog({ payment, isFirst, onLookAround }: PendingDialogProps) {
  const t = useI18n();
  const locale = useLocale();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    title.current?.focus();
  }, []);
  const { amount, paymentUrl, expiresAt, endsUnpaid } = payment;

  return (
    <dialog
      ref={dialog}
      className={`dialog ${classes.pending}`}
      aria-labelledby="pending-title"
      onCancel={(event) => {
        event.preventDefault();
        onLookAround();
      }}
    >
      <h2 id="pending-title" ref={title} tabIndex={-1}>
        {t('payments.modal.title')}
      </h2>
      <p className={classes.amount}>
        <Baht satang={amount} locale={locale} />
      </p>
      {paymentUrl && expiresAt ? (
        <>
          <p className={classes.until}>
            {t('payments.modal.until', {
              until: <span className="keep">{deadlineText(expiresAt, locale)}</span>,
            })}
          </p>
          <p>
            {t('payments.modal.text')} {isFirst && t('payments.modal.first')}
          </p>
          {endsUnpaid && <p>{t(`payments.ends.${endsUnpaid}`)}</p>}
          <PayButton paymentUrl={paymentUrl} wide>
            {t('payments.link.open')}
          </PayButton>
        </>
      ) : (
        <>
          <p className={classes.until}>{t('payments.modal.earlyTitle')}</p>
          <p>{t('payments.link.early')}</p>
        </>
      )}
      <Button look="secondary" wide onClick={onLookAround}>
        {t('payments.modal.look')}
      </Button>
    </dialog>
  );
}
