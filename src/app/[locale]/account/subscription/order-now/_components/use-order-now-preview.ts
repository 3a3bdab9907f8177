import type { LaterOrders } from '@/domain/order-now';
import type { RouterOutputs } from '@/trpc/outputs';
import { trpc } from '@/trpc/react';
import { useRead } from '@/trpc/use-read';

type Answer = RouterOutputs['orders']['orderNow'];

/** Reads the later orders as they are once the order of today is paid. Keeps the earlier answer while it loads. */
export function useOrderNowPreview(later: LaterOrders, version: number) {
  return useRead(true, () => ({
    queryKey: ['preview', 'order-now', later, version],
    queryFn: () => trpc.orders.orderNow.mutate({ later, preview: true }),
    placeholderData: (previous: Answer | undefined) => previous,
    staleTime: 0,
    gcTime: 0,
  }));
}

export type OrderNowPreview = ReturnType<typeof useOrderNowPreview>;
