'use client';

import { useEffect, useRef } from 'react';
import { ButtonLink } from '@/components/button';
import { Notice } from '@/components/notice';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import type { Registration } from './flow';
import type { PaymentProblem } from './use-payment';

interface PaymentNoticeProps {
  registration: Registration;
  problem: PaymentProblem | null;
  failures: number;
}

/** What became of the last try: declined and why, waiting for the bank, or nothing to say. Takes the focus when it is new. */
export function PaymentNotice({ registration, problem, failures }: PaymentNoticeProps) {
  const t = useI18n();
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failures > 0) box.current?.focus();
  }, [failures]);

  const content = notice();
  return (
    content && (
      <div ref={box} tabIndex={-1}>
        {content}
      </div>
    )
  );

  function notice() {
    const { payment, totals } = registration;
    if (problem?.kind === 'declined') {
      return (
        <Notice tone="bad" urgent title={t('register.payment.declined')}>
          <p>{problem.message}</p>
          <p>{t('register.payment.anotherCard')}</p>
        </Notice>
      );
    }
    if (problem) return <Notice tone="bad" urgent title={problem.message} />;
    if (payment?.status === 'action_required' && payment.authorizeUri) {
      return (
        <Notice tone="waiting" title={t('register.payment.actionTitle')}>
          <p>{t('register.payment.actionText', { amount: bahtText(totals.total, locale) })}</p>
          <ButtonLink href={payment.authorizeUri} hard>
            {t('register.payment.actionGo')}
          </ButtonLink>
          <p>{t('register.payment.actionOther')}</p>
        </Notice>
      );
    }
    if (payment?.status === 'fail') {
      return (
        <Notice tone="bad" title={t('register.payment.declined')}>
          <p>{t(`declines.${(payment.reason ?? 'declined') as 'declined'}`)}</p>
          <p>{t('register.payment.anotherCard')}</p>
        </Notice>
      );
    }
    return null;
  }
}
