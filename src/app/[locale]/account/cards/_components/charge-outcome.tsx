'use client';

import { ButtonAnchor } from '@/components/button-anchor';
import { Leaving } from '@/components/leaving';
import { Notice } from '@/components/notice';
import { useFocusOnMount } from '@/components/use-focus';
import { DayText } from '@/components/values';
import { useI18n, useLocale } from '@/locales/client';
import { declineKey } from '@/locales/decline-key';
import { bahtText } from '@/locales/format';
import type { RouterOutputs } from '@/trpc/outputs';

export type Charge = NonNullable<RouterOutputs['payments']['addCard']['charge']>;

interface ChargeOutcomeProps {
  charge: Charge;
  /** The charged amount in satang. */
  amount: number;
  /** Whether the card has just replaced PromptPay and bank transfer. */
  isConverted?: boolean;
}

/** Shows the result of the charge of an added or selected card. Takes the focus. */
export function ChargeOutcome({ charge, amount: satang, isConverted }: ChargeOutcomeProps) {
  const t = useI18n();
  const locale = useLocale();
  const box = useFocusOnMount<HTMLDivElement>();
  const amount = bahtText(satang, locale);
  return (
    <div ref={box} tabIndex={-1} role="status">
      {content()}
    </div>
  );

  function content() {
    switch (charge.outcome) {
      case 'paid':
        return (
          <Notice tone="good" title={t('cards.outcome.paidTitle')}>
            <p>
              {t('cards.outcome.paidText', {
                amount,
                date: <DayText day={charge.receiveBy} locale={locale} />,
              })}
            </p>
          </Notice>
        );
      case 'action_required':
        return (
          <Notice tone="waiting" title={t('cards.outcome.actionTitle')}>
            <p>{t('cards.outcome.actionText', { amount })}</p>
            <ButtonAnchor href={charge.authorizeUri}>
              {t('cards.owed.actionGo')}
              <Leaving label={t('common.leaves')} />
            </ButtonAnchor>
          </Notice>
        );
      case 'pending':
        return (
          <Notice tone="waiting" title={t('cards.outcome.pendingTitle')}>
            <p>{t('cards.outcome.pendingText')}</p>
          </Notice>
        );
      case 'declined':
        return (
          <Notice tone="bad" title={t('cards.outcome.declinedTitle')}>
            <p>{t(declineKey(charge.reason))}</p>
            <p>{t('cards.outcome.declinedText')}</p>
            {isConverted && <p>{t('payments.method.declinedKept')}</p>}
          </Notice>
        );
    }
  }
}
