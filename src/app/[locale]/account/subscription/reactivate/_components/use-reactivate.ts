'use client';

import type { Day } from '@/domain/day';
import type { Frequency } from '@/domain/subscription';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';
import { useCharge } from '../../_components/use-charge';

interface Request {
  when: 'now' | Day;
  frequency: Frequency;
  expectedTotal: number;
}

/** Manages a reactivation from the tap to the result. Further taps do nothing while a reactivation runs. */
export function useReactivate() {
  const t = useI18n();
  const { charge, ...state } = useCharge<Request>({
    send: (request) => trpc.subscription.reactivate.mutate(request),
    doneText: t('subscription.reactivate.done'),
    // Today's order was refunded, or the price changed.
    reloadAfter: ['REFUNDED_TODAY', 'TOTAL_CHANGED'],
  });
  return { reactivate: charge, ...state };
}
