'use client';

import { ClosedBoxArt } from '@/components/art/box';
import { RainArt } from '@/components/art/rain';
import { ButtonAnchor } from '@/components/button-anchor';
import { OutcomeScreen } from '@/components/outcome-screen';
import { LogInToAccount } from '@/components/secret-link/log-in-to-account';
import { Paid } from '@/components/secret-link/paid';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import type { PayLink } from './use-pay-link';

interface PayOutcomeProps {
  link: PayLink;
  /** Whether the result replaces the open payment on this page. */
  arrived: boolean;
}

/** Shows the final result of the payment. */
export function PayOutcome({ link, arrived }: PayOutcomeProps) {
  const t = useI18n();
  const locale = useLocale();
  switch (link.status) {
    case 'success':
      return (
        <Paid amount={link.amount} paidOn={link.paidOn ?? link.paymentDate} arrived={arrived}>
          {link.setsSchedule && <p>{t('payments.pay.successSchedule')}</p>}
          <ButtonAnchor href={localePath(locale, '/account')} look="secondary" wide>
            {t('payments.pay.account')}
          </ButtonAnchor>
        </Paid>
      );
    case 'suspended':
      return (
        <OutcomeScreen
          picture={<RainArt />}
          heading={t('payments.pay.suspendedTitle')}
          tone="info"
          takesFocus={arrived}
        >
          <p>{t('payments.pay.suspendedText')}</p>
          <p>{t('payments.pay.expiredHow')}</p>
          <LogInToAccount />
        </OutcomeScreen>
      );
    case 'pending':
    case 'fail':
    case 'expired':
      return (
        <OutcomeScreen
          picture={<ClosedBoxArt />}
          heading={t('payments.pay.expiredTitle')}
          tone="info"
          takesFocus={arrived}
        >
          <p>{t('payments.pay.expiredText')}</p>
          <p>{t('payments.pay.expiredPaid')}</p>
          <p>{t('payments.pay.expiredHow')}</p>
          <LogInToAccount />
        </OutcomeScreen>
      );
  }
}
