'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useCommand, type Problem } from '@/components/forms/use-command';
import { loadPage } from '@/components/load-page';
import { payAddress } from '@/components/payments/pay-address';
import { useTotalText } from '@/components/payments/total-changed';
import { useSlowness } from '@/components/payments/use-slowness';
import { useDone } from '@/components/use-done';
import { useOnVisible } from '@/components/use-on-visible';
import { useI18n, useLocale } from '@/locales/client';
import { declineKey } from '@/locales/decline-key';
import type { RouterOutputs } from '@/trpc/outputs';

export type Outcome = { kind: 'declined'; message: string } | { kind: 'refused'; problem: Problem };

type Charged = Pick<RouterOutputs['subscription']['reactivate'], 'charge' | 'pendingPayment'>;

interface ChargeOptions<Input> {
  send: (input: Input) => Promise<Charged>;
  /** The text after success. */
  doneText: string;
  /** The error codes after which the page is out of date and is loaded again. */
  reloadAfter: readonly string[];
}

/**
 * Manages a command that charges the subscriber, from the tap to the result. Further taps do nothing while the
 * command runs. Continues to the bank's page or to the payment link if the payment needs it.
 */
export function useCharge<Input extends { expectedTotal: number }>({
  send,
  doneText,
  reloadAfter,
}: ChargeOptions<Input>) {
  const t = useI18n();
  const locale = useLocale();
  const totalText = useTotalText();
  const router = useRouter();
  const done = useDone('/account');
  const { run, busy, problem, failures, fail } = useCommand();
  const isSlow = useSlowness(busy);
  const [declined, setDeclined] = useState<string | null>(null);
  useOnVisible(() => void (busy || router.refresh()));

  const decline = (reason: string | null) => setDeclined(t(declineKey(reason)));

  const charge = (input: Input) =>
    run(
      async () => {
        setDeclined(null);
        const { charge, pendingPayment } = await send(input);
        if (pendingPayment?.paymentUrl) loadPage(payAddress(pendingPayment.paymentUrl, locale));
        else if (charge?.outcome === 'declined') {
          decline(charge.reason);
          return fail(null);
        } else if (charge?.outcome === 'action_required') loadPage(charge.authorizeUri);
        else if (charge?.outcome === 'pending') done(t('subscription.charge.pending'));
        else done(doneText);
        return 'leaving';
      },
      {
        explain: ({ code, reason, data }) => {
          if (code === 'TOTAL_CHANGED') return { code, message: totalText(input.expectedTotal, data) };
          // Without a code the response was lost. The payment may have succeeded: the account shows its
          // state.
          if (code === null) return { code: 'PAYMENT_PENDING', message: t('subscription.charge.lost') };
          if (code !== 'CARD_DECLINED') return undefined;
          decline(reason);
          return null;
        },
        onProblem: ({ code }) => {
          if (code !== null && reloadAfter.includes(code)) router.refresh();
        },
      },
    );

  return { charge, busy, isSlow, outcome: outcomeOf(declined, problem), failures };
}

function outcomeOf(declined: string | null, problem: Problem | null): Outcome | null {
  if (declined !== null) return { kind: 'declined', message: declined };
  return problem && { kind: 'refused', problem };
}
