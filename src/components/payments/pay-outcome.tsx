'use client';

import { useI18n, useLocale } from '@/locales/client';
import { Button } from '../button';
import { useFocusOnFailure } from '../use-focus';
import { PayNotice, type PayFacts } from './pay-notice';
import type { Pay } from './use-pay';

interface PayOutcomeProps extends Pick<PayFacts, 'declinedTitle' | 'reasonText' | 'declinedText'> {
  pay: Pay;
  /** Other ways to pay, shown below a decline. */
  children?: React.ReactNode;
}

/** Shows the outcome of the last payment of this screen. Takes the focus after each one. */
export function PayOutcome({ pay, children, ...words }: PayOutcomeProps) {
  const t = useI18n();
  const locale = useLocale();
  const { outcome, outcomes, amount } = pay;
  const box = useFocusOnFailure<HTMLDivElement>(outcomes);
  if (!outcome || outcome.is === 'done') return null;
  return (
    <div ref={box} tabIndex={-1}>
      <PayNotice state={outcome} amount={amount} t={t} locale={locale} urgent {...words}>
        {outcome.is === 'declined' && children}
      </PayNotice>
    </div>
  );
}

interface PaySubmitProps {
  pay: Pick<Pay, 'busy' | 'isSlow'>;
  /** Omit it in a form, which then gets the click. */
  onClick?: () => void;
  label: string;
  /** The label while the payment runs. */
  busyLabel: string;
}

/** The button that pays, and the explanation if the bank takes long. */
export function PaySubmit({ pay: { busy, isSlow }, onClick, label, busyLabel }: PaySubmitProps) {
  const t = useI18n();
  return (
    <>
      <Button type={onClick ? 'button' : 'submit'} wide waits busy={busy} onClick={onClick}>
        {busy ? busyLabel : label}
      </Button>
      <p role="status" className="muted small">
        {isSlow && t('payments.outcome.slow')}
      </p>
    </>
  );
}
