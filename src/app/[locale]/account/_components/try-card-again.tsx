'use client';

import { useRouter } from 'next/navigation';
import { Button } from '@/components/button';
import { PayOutcome } from '@/components/payments/pay-outcome';
import { usePay } from '@/components/payments/use-pay';
import { showToast } from '@/components/toasts';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import type { RouterOutputs } from '@/trpc/outputs';
import { trpc } from '@/trpc/react';

interface TryCardAgainProps {
  card: RouterOutputs['account']['home']['cards'][number];
  /** The due amount in satang, as the page shows it. */
  amount: number;
}

/** A button that charges the due amount to a saved card again. */
export function TryCardAgain({ card: { cardId, brand, lastDigits }, amount }: TryCardAgainProps) {
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
  const input = { cardId, makeDefault: true, expectedTotal: amount };
  const card = `${brand} ${lastDigits}`;
  return (
    <>
      <Button
        waits
        busy={state.busy}
        onClick={() => void pay(amount, () => trpc.payments.updateCard.mutate(input))}
      >
        {state.busy
          ? t('account.notice.charging', { card })
          : t('account.notice.tryCard', { card, amount: bahtText(amount, locale) })}
      </Button>
      <PayOutcome pay={state} />
    </>
  );
}
