'use client';

import { RequestLink } from '@/components/payments/request-link';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { sheetPath } from '@/locales/sheet-path';
import type { RouterOutputs } from '@/trpc/outputs';

interface LinkNeedsProps {
  payment: NonNullable<RouterOutputs['account']['home']['pendingPayment']>;
  /** Whether it is the first payment of the subscription. */
  isFirst: boolean;
}

/** What waits until a payment link is paid, and what else can be done about it. */
export function LinkNeeds({ payment: { paymentUrl, amount }, isFirst }: LinkNeedsProps) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <>
      <p className="muted small">{t(isFirst ? 'payments.modal.first' : 'payments.modal.lookText')}</p>
      <ul className="actions" aria-label={t('payments.modal.other')}>
        <li>
          {/* Loads a new document, because only its security policy allows the card form. */}
          <a
            href={localePath(locale, isFirst ? '/register/payment?by=card' : '/account/cards')}
            className="tap"
          >
            {t('payments.modal.card')}
          </a>
        </li>
        {isFirst && (
          <li>
            <a href={localePath(locale, '/register/payment?by=bank_account')} className="tap">
              {t('bankAccounts.start')}
            </a>
          </li>
        )}
        {paymentUrl && (
          <li>
            <RequestLink look="quiet" amount={amount}>
              {t('payments.modal.newLink')}
            </RequestLink>
          </li>
        )}
        {/* Other subscribers find it below their boxes. */}
        {isFirst && (
          <li>
            <a href={localePath(locale, sheetPath('cancel'))} className="tap">
              {t('payments.modal.cancel')}
            </a>
          </li>
        )}
      </ul>
    </>
  );
}
