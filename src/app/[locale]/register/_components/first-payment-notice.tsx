'use client';

import { ButtonAnchor } from '@/components/button-anchor';
import { Notice } from '@/components/notice';
import { useI18n, useLocale } from '@/locales/client';
import { declineKey } from '@/locales/decline-key';
import { bahtText } from '@/locales/format';
import type { Registration } from './flow';
import { isLinkOpen } from './link-open';

/**
 * Reports that an earlier payment is open, needs an action or was declined. Renders nothing in other cases.
 */
export function FirstPaymentNotice({ registration }: { registration: Registration }) {
  const { payment, totals } = registration;
  const t = useI18n();
  const locale = useLocale();
  if (isLinkOpen(registration)) {
    return <Notice tone="info">{t('register.payment.insteadText')}</Notice>;
  }
  if (payment?.status === 'action_required' && payment.authorizeUri) {
    return (
      <Notice tone="waiting" title={t('register.payment.actionTitle')}>
        <p>{t('register.payment.actionText', { amount: bahtText(totals.total, locale) })}</p>
        <ButtonAnchor href={payment.authorizeUri}>{t('register.payment.actionGo')}</ButtonAnchor>
        <p>{t('register.payment.actionOther')}</p>
      </Notice>
    );
  }
  if (payment?.status === 'fail') {
    return (
      <Notice tone="bad" title={t('register.payment.declined')}>
        <p>{t(declineKey(payment.reason))}</p>
        <p>{t('register.payment.anotherCard')}</p>
      </Notice>
    );
  }
  return null;
}
