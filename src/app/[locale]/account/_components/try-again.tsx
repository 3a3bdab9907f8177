'use client';

import { useRouter } from 'next/navigation';
import { Button } from '@/components/button';
import { PayOutcome } from '@/components/payments/pay-outcome';
import { usePay } from '@/components/payments/use-pay';
import { showToast } from '@/components/toasts';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { trpc } from '@/trpc/react';

interface TryAgainProps {
  /** The saved card; null for the bank account that pays. */
  cardId: string | null;
  /** The name of the card or bank account. */
  name: string;
  /** The due amount in satang, as the page shows it. */
  amount: number;
}

/** A button that charges the due amount to a saved card or the bank account again. */
export function TryAgain({ cardId, name: card, amount }: TryAgainProps) {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const { pay, ...state } = usePay({
    showsOpen: true,
    onPaid: () => {
      showToast({ message: t('payments.outcome.paid'), tone: 'good' });
      // The focused button is removed with its notice.
      document.getElementById('content')?.focus();
      router.refresh();
      return 'shown';
    },
  });
  const charge = () =>
    cardId === null
      ? trpc.payments.convertToBankAccount.mutate({ expectedTotal: amount })
      : trpc.payments.updateCard.mutate({ cardId, makeDefault: true, expectedTotal: amount });
  return (
    <>
      <Button
        waits
        busy={state.busy}
        onClick={() => void pay(amount, async () => ({ charge: (await charge()).charge }))}
      >
        {state.busy
          ? t('account.notice.charging', { card })
          : t('account.notice.tryCard', { card, amount: bahtText(amount, locale) })}
      </Button>
      <PayOutcome pay={state} />
    </>
  );
}
