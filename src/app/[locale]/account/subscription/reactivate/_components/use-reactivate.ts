'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useCommand, type Problem } from '@/components/forms/use-command';
import { loadPage } from '@/components/load-page';
import { payAddress } from '@/components/payments/pay-address';
import { useTotalText } from '@/components/payments/total-changed';
import { useDone } from '@/components/use-done';
import { useOnVisible } from '@/components/use-on-visible';
import type { Day } from '@/domain/day';
import type { Frequency } from '@/domain/subscription';
import { useI18n, useLocale } from '@/locales/client';
import { declineKey } from '@/locales/decline-key';
import { trpc } from '@/trpc/react';

const SLOW_MS = 8000;

export type Outcome = { kind: 'declined'; message: string } | { kind: 'refused'; problem: Problem };

/** Manages a reactivation from the tap to the result. Further taps do nothing while a reactivation runs. */
export function useReactivate() {
  const t = useI18n();
  const locale = useLocale();
  const totalText = useTotalText();
  const router = useRouter();
  const done = useDone('/account');
  const { run, busy, problem, failures, fail } = useCommand();
  const [isSlow, setSlow] = useState(false);
  const [declined, setDeclined] = useState<string | null>(null);
  useEffect(() => {
    if (!busy) return;
    const timer = window.setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      window.clearTimeout(timer);
      setSlow(false);
    };
  }, [busy]);

  useOnVisible(() => void (busy || router.refresh()));

  const decline = (reason: string | null) => setDeclined(t(declineKey(reason)));

  const reactivate = (wish: { when: 'now' | Day; frequency: Frequency; expectedTotal: number }) =>
    run(
      async () => {
        setDeclined(null);
        const { charge, pendingPayment } = await trpc.subscription.reactivate.mutate(wish);
        if (pendingPayment?.paymentUrl) loadPage(payAddress(pendingPayment.paymentUrl, locale));
        else if (charge?.outcome === 'declined') {
          decline(charge.reason);
          return fail(null);
        } else if (charge?.outcome === 'action_required') loadPage(charge.authorizeUri);
        else if (charge?.outcome === 'pending') done(t('subscription.reactivate.pending'));
        else done(t('subscription.reactivate.done'));
        return 'leaving';
      },
      {
        explain: ({ code, reason, data }) => {
          if (code === 'TOTAL_CHANGED') return { code, message: totalText(wish.expectedTotal, data) };
          // Without a code the response was lost. The payment may have succeeded: the account shows its
          // state.
          if (code === null) return { code: 'PAYMENT_PENDING', message: t('subscription.reactivate.lost') };
          if (code !== 'CARD_DECLINED') return undefined;
          decline(reason);
          return null;
        },
        onProblem: ({ code }) => {
          // The page is out of date: today's order was refunded, or the price changed.
          if (code === 'REFUNDED_TODAY' || code === 'TOTAL_CHANGED') router.refresh();
        },
      },
    );

  return { reactivate, busy, isSlow, outcome: outcomeOf(declined, problem), failures };
}

function outcomeOf(declined: string | null, problem: Problem | null): Outcome | null {
  if (declined !== null) return { kind: 'declined', message: declined };
  return problem && { kind: 'refused', problem };
}
