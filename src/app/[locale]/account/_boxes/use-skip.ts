'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { useCommand } from '@/components/forms/use-command';
import { showToast } from '@/components/toasts';
import type { RouterOutputs } from '@/trpc/outputs';
import { trpc } from '@/trpc/react';

export type Order = RouterOutputs['account']['home']['upcoming'][number];

export interface Skipping {
  orders: readonly Order[];
  /** The id of the order that is being skipped or restored. Null while no call runs. */
  busyId: string | null;
  /** The order that was skipped or restored last. */
  changed: Order | null;
  /** The error of the last call and the id of its order. Null if the call succeeded. */
  problem: { orderId: string; message: string } | null;
  /** Skips an order. Changes nothing if the order is skipped already. */
  skip: (order: Order) => Promise<void>;
  /** Restores a skipped order. Changes nothing if the order is not skipped. */
  unskip: (order: Order) => Promise<void>;
}

/**
 * Skips and restores orders, one at a time. Returns the orders of the last response until the page loads
 * newer orders.
 * @param loaded the orders that the page has loaded
 */
export function useSkip(loaded: readonly Order[]): Skipping {
  const router = useRouter();
  const { run, busy, problem } = useCommand();
  /** The id of the order of the last or current call. */
  const [orderId, setOrderId] = useState('');
  const [answer, setAnswer] = useState<{
    to: readonly Order[];
    orders: readonly Order[];
    order: Order;
  } | null>(null);
  const orders = answer?.to === loaded ? answer.orders : loaded;
  // A response may come when the page has loaded newer orders.
  const latest = useRef(loaded);
  useEffect(() => {
    latest.current = loaded;
  });

  const change = async (order: Order, skip: boolean) => {
    await run(
      async () => {
        setOrderId(order.orderId);
        const { order: changed, upcoming } = await trpc.orders.skip.mutate({ orderId: order.orderId, skip });
        setAnswer({ to: latest.current, orders: upcoming, order: changed });
        // Other parts of the page also depend on the orders.
        router.refresh();
      },
      {
        onProblem: ({ message }) => {
          // Shows a toast, because the order may be missing on the refreshed page.
          showToast({ message, tone: 'bad' });
          router.refresh();
        },
      },
    );
  };

  return {
    orders,
    busyId: busy ? orderId : null,
    changed: answer?.order ?? null,
    problem: problem && { orderId, message: problem.message },
    skip: (order) => change(order, true),
    unskip: (order) => change(order, false),
  };
}
