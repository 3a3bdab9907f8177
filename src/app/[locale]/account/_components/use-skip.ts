'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useCommand } from '@/components/forms/use-command';
import { showToast } from '@/components/toasts';
import { useI18n, useLocale } from '@/locales/client';
import { dayText } from '@/locales/format';
import { trpc, type RouterOutputs } from '@/trpc/react';

export type Order = RouterOutputs['account']['home']['upcoming'][number];

export interface Skipping {
  orders: readonly Order[];
  /** The order that is being skipped or put back. */
  busyId: string | null;
  /** Why the last try was refused, and for which order. */
  problem: { orderId: string; message: string } | null;
  toggle: (order: Order) => Promise<void>;
}

/** Skips orders and puts them back, one at a time. What the server last said counts, answer or page. */
export function useSkip(loaded: readonly Order[]): Skipping {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const call = trpc.orders.skip.useMutation();
  const { run, busy, problem } = useCommand();
  /** The order that was last skipped or put back, or is being. */
  const [orderId, setOrderId] = useState('');
  const [answer, setAnswer] = useState<{ to: readonly Order[]; orders: readonly Order[] } | null>(null);
  const orders = answer?.to === loaded ? answer.orders : loaded;

  const toggle = async (order: Order) => {
    await run(
      async () => {
        setOrderId(order.orderId);
        const { upcoming } = await call.mutateAsync({ orderId: order.orderId, skip: !order.skipped });
        setAnswer({ to: loaded, orders: upcoming });
        const date = dayText(order.paymentDate, locale);
        showToast({
          message: t(order.skipped ? 'account.upcoming.didUnskip' : 'account.upcoming.didSkip', { date }),
          tone: 'good',
        });
        // The rest of the page depends on it too.
        router.refresh();
      },
      {
        onProblem: ({ message }) => {
          // Said here too: the order may be gone from the page that follows, which may be out of date.
          showToast({ message, tone: 'bad' });
          router.refresh();
        },
      },
    );
  };

  return {
    orders,
    busyId: busy ? orderId : null,
    problem: problem && { orderId, message: problem.message },
    toggle,
  };
}
