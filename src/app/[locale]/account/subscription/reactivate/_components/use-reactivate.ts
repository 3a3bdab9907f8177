'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { useFailureText } from '@/components/forms/use-failure-text';
import { loadPage } from '@/components/load-page';
import { payAddress } from '@/components/payments/pay-address';
import { leaveForLogin } from '@/components/session/leave-for-login';
import { announceNavigation } from '@/components/shell/progress-bar';
import { showToast } from '@/components/toasts';
import type { Day } from '@/domain/day';
import type { DeclineReason } from '@/domain/decline';
import type { Frequency } from '@/domain/subscription';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { refusalOf, trpc } from '@/trpc/react';
import type { Problem } from '../../_components/use-change';

const SLOW_MS = 8000;

export type Outcome = { kind: 'declined'; message: string } | { kind: 'refused'; problem: Problem };

/** From the tap to an outcome. One tap is one payment: while one is under way, no other begins. */
export function useReactivate() {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const failureText = useFailureText();
  const call = trpc.subscription.reactivate.useMutation();
  const underWay = useRef(false);
  const [busy, setBusy] = useState(false);
  const [isSlow, setSlow] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [failures, setFailures] = useState(0);
  const isAsking = call.isPending;
  useEffect(() => {
    if (!isAsking) return;
    const timer = window.setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      window.clearTimeout(timer);
      setSlow(false);
    };
  }, [isAsking]);

  const fail = (next: Outcome) => {
    underWay.current = false;
    setBusy(false);
    setOutcome(next);
    setFailures((count) => count + 1);
  };
  const goToAccount = (message: string) => {
    showToast({ message, tone: 'good' });
    announceNavigation();
    router.push(localePath(locale, '/account'));
    router.refresh();
  };
  const declined = (reason: string | null) =>
    fail({ kind: 'declined', message: t(`declines.${(reason ?? 'declined') as DeclineReason}`) });

  const reactivate = async (wish: { when: 'now' | Day; frequency: Frequency }) => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setOutcome(null);
    try {
      const { charge, pendingPayment } = await call.mutateAsync(wish);
      // It stays under way until the next page is there, so that nothing is sent twice.
      if (pendingPayment?.paymentUrl) loadPage(payAddress(pendingPayment.paymentUrl, locale));
      else if (charge?.outcome === 'declined') declined(charge.reason);
      else if (charge?.outcome === 'action_required') loadPage(charge.authorizeUri);
      else if (charge?.outcome === 'pending') goToAccount(t('subscription.reactivate.pending'));
      else goToAccount(t('subscription.reactivate.done'));
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.code === 'NOT_LOGGED_IN') return leaveForLogin();
      if (refusal.code === 'CARD_DECLINED') return declined(refusal.reason);
      // Without a code the answer was lost, perhaps not the payment: the account shows how it stands.
      if (refusal.code === null) {
        return fail({
          kind: 'refused',
          problem: { code: 'PAYMENT_PENDING', message: t('subscription.reactivate.lost') },
        });
      }
      fail({ kind: 'refused', problem: { code: refusal.code, message: failureText(refusal) } });
    }
  };

  return { reactivate, busy, isSlow, outcome, failures };
}
