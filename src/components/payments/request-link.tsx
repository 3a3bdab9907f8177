'use client';

import { Button } from '@/components/button';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';
import { PayOutcome } from './pay-outcome';
import { usePay } from './use-pay';

interface RequestLinkProps {
  look?: 'primary' | 'secondary' | 'quiet';
  wide?: boolean;
  /** The due amount in satang, as the page shows it. */
  amount: number;
  children: React.ReactNode;
}

/** A button that creates a payment link for the due amount and opens it. */
export function RequestLink({ look, wide, amount, children }: RequestLinkProps) {
  const t = useI18n();
  const { pay, ...state } = usePay();
  const ask = () => pay(amount, () => trpc.payments.requestPaymentLink.mutate({ expectedTotal: amount }));
  return (
    <>
      <Button look={look} wide={wide} waits busy={state.busy} onClick={() => void ask()}>
        {state.busy ? t('payments.link.asking') : children}
      </Button>
      <PayOutcome pay={state} />
    </>
  );
}
