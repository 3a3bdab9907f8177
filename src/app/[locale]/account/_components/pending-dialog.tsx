'use client';

import Link from 'next/link';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/button';
import { PayButton } from '@/components/payments/pay-button';
import { RequestLink } from '@/components/payments/request-link';
import { LanguageSwitch } from '@/components/shell/language-switch';
import { Baht } from '@/components/values';
import { useI18n, useLocale } from '@/locales/client';
import { deadlineText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { LogOut } from './log-out';
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
  const { amount, paymentUrl, expiresAt } = payment;
  const byCard = isFirst ? '/register/payment?by=card' : '/account/cards';

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
      <div className={classes.language}>
        <LanguageSwitch
          locale={locale}
          text={t('common.otherLanguage')}
          label={t('common.otherLanguageLabel')}
        />
      </div>
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
      <p className="muted small">{t('payments.modal.lookText')}</p>
      <ul className={classes.others} aria-label={t('payments.modal.other')}>
        <li>
          <a href={localePath(locale, byCard)} className="tap">
            {t('payments.modal.card')}
          </a>
        </li>
        {paymentUrl && (
          <li>
            <RequestLink look="quiet" amount={amount}>
              {t('payments.modal.newLink')}
            </RequestLink>
          </li>
        )}
        <li>
          <Link href={localePath(locale, '/account/subscription/cancel')} className="tap">
            {t('payments.modal.cancel')}
          </Link>
        </li>
      </ul>
      <LogOut className="mt-5" />
    </dialog>
  );
}
