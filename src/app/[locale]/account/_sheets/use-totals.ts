'use client';

import { useI18n } from '@/locales/client';
import { refusalOf, trpc } from '@/trpc/react';
import { useRead } from '@/trpc/use-read';
import type { Preview } from './use-change';

type Changed = Awaited<ReturnType<typeof trpc.orders.setAddress.mutate>>;

/**
 * Returns the next orders with another address, from a preview of the call that saves it.
 * @param key the input of the call; null while it is not complete
 */
export function useTotals(key: unknown, isSettled: boolean, call: () => Promise<Changed>): Preview {
  const t = useI18n();
  const isComplete = key !== null;
  const query = useRead(isComplete && isSettled, () => ({
    queryKey: ['order-address-preview', key],
    queryFn: call,
  }));
  const refusal = isComplete && query.error ? refusalOf(query.error) : null;
  const view = isComplete && !refusal ? query.data : undefined;
  return {
    orders: view?.upcomingOrders ?? null,
    yearAhead: view?.yearAhead ?? null,
    pause: null,
    priceNotice: null,
    isLoading: isComplete && !query.data && !refusal,
    problem: refusal
      ? { code: refusal.code, message: refusal.message ?? t('details.address.effectFailed') }
      : null,
    retry: () => void query.refetch(),
  };
}
