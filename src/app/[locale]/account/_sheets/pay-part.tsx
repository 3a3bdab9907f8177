'use client';

import { ButtonLink } from '@/components/button';
import { PayNotice } from '@/components/payments/pay-notice';
import { PayOutcome, PaySubmit } from '@/components/payments/pay-outcome';
import type { Pay } from '@/components/payments/use-pay';
import { stateOfDecline } from '@/domain/pay-state';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';

interface PayPartProps {
  pay: Pay;
  /** What a decline leaves as it was. */
  declinedText: string;
  label: string;
  busyLabel: string;
}

/** The outcome and the button of a form that charges the default card. */
export function PayPart({ pay, declinedText, label, busyLabel }: PayPartProps) {
  return (
    <>
      <PayOutcome pay={pay} declinedText={declinedText}>
        <ToCards />
      </PayOutcome>
      <PaySubmit pay={pay} label={label} busyLabel={busyLabel} />
    </>
  );
}

interface FoundDeclineProps {
  /** The reason of today's last decline. Null: none was declined. */
  reason: string | null;
  amount: number;
  /** What the decline leaves as it was. */
  text: string;
}

/** Shows a decline that the page has found when it opened, after the bank's page. */
export function FoundDecline({ reason, amount, text }: FoundDeclineProps) {
  const t = useI18n();
  const locale = useLocale();
  if (reason === null) return null;
  return (
    <PayNotice state={stateOfDecline(reason)} amount={amount} declinedText={text} t={t} locale={locale}>
      <ToCards />
    </PayNotice>
  );
}

/** Links to the cards. Stands below a decline, because another card can only be chosen there. */
function ToCards() {
  const t = useI18n();
  const locale = useLocale();
  return (
    <ButtonLink href={localePath(locale, '/account/cards')} look="secondary">
      {t('subscription.charge.cards')}
    </ButtonLink>
  );
}
