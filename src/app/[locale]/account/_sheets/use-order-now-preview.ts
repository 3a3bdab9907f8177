import { useFailureText } from '@/components/forms/use-failure-text';
import type { Day } from '@/domain/day';
import type { LaterOrders } from '@/domain/order-now';
import type { RouterOutputs } from '@/trpc/outputs';
import { refusalOf, trpc } from '@/trpc/react';
import { useRead } from '@/trpc/use-read';
import type { Preview } from './use-change';

type Answer = RouterOutputs['orders']['orderNow'];

/** Reads the later orders as they are once the order of today is paid. Keeps the earlier answer while it loads. */
export function useOrderNowPreview(
  later: LaterOrders,
  { version, today }: { version: number; today: Day },
): Preview {
  const failureText = useFailureText('read');
  const { data, error, isFetching, refetch } = useRead(true, () => ({
    queryKey: ['preview', 'order-now', later, version],
    queryFn: () => trpc.orders.orderNow.mutate({ later, preview: true }),
    placeholderData: (previous: Answer | undefined) => previous,
    staleTime: 0,
    gcTime: 0,
  }));
  const refusal = error ? refusalOf(error) : null;
  return {
    orders: data?.upcomingOrders ?? null,
    yearAhead: data?.yearAhead
      ? [{ paymentDate: today, state: 'upcoming', total: data.total }, ...data.yearAhead]
      : null,
    pause: data?.subscription.pause ?? null,
    priceNotice: data?.subscription.priceNotice ?? null,
    isLoading: isFetching,
    problem: refusal && { code: refusal.code, message: failureText(refusal) },
    retry: () => void refetch(),
  };
}
