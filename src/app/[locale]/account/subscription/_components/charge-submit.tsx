'use client';

import { Button } from '@/components/button';
import { useI18n } from '@/locales/client';
import { Outcome } from './charge-outcome';
import screen from './screen.module.css';
import type { useCharge } from './use-charge';

interface ChargeSubmitProps {
  charge: Omit<ReturnType<typeof useCharge>, 'charge'>;
  /** What a decline leaves as it was. */
  declinedText: string;
  label: string;
  /** The label while the charge runs. */
  busyLabel: string;
}

/** The submit button of a form that charges the subscriber, below the outcome of the last charge. */
export function ChargeSubmit({ charge, declinedText, label, busyLabel }: ChargeSubmitProps) {
  const t = useI18n();
  const { busy, isSlow, outcome, failures } = charge;
  return (
    <>
      <Outcome outcome={outcome} failures={failures} declinedText={declinedText} />
      <div className={`stack ${screen.actions}`}>
        <Button type="submit" wide busy={busy}>
          {busy ? busyLabel : label}
        </Button>
      </div>
      <p role="status" className={`muted small ${screen.muted}`}>
        {isSlow && t('subscription.charge.slow')}
      </p>
    </>
  );
}
