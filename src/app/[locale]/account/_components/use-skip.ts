'use client';

import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { useFailureText } from '@/components/forms/use-failure-text';
import { showToast } from '@/components/toasts';
import { useI18n, useLocale } from '@/locales/client';
import { dayText } from '@/locales/format';
import { refusalOf, trpc, type RouterOutputs } from '@/trpc/react';

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
  const failureText = useFailureText();
  const call = trpc.orders.skip.useMutation();
  const underWay = useRef(false);
  const [busyId, setBusyId] = useState<string | null>(null);
  const [problem, setProblem] = useState<Skipping['problem']>(null);
  const [answer, setAnswer] = useState<{ to: readonly Order[]; orders: readonly Order[] } | null>(null);
  const orders = answer?.to === loaded ? answer.orders : loaded;

  const toggle = async ({ orderId, skipped, paymentDate }: Order) => {
    if (underWay.current) return;
    underWay.current = true;
    setBusyId(orderId);
    setProblem(null);
    try {
      const { upcoming } = await call.mutateAsync({ orderId, skip: !skipped });
      setAnswer({ to: loaded, orders: upcoming });
      const date = dayText(paymentDate, locale);
      showToast({
        message: t(skipped ? 'account.upcoming.didUnskip' : 'account.upcoming.didSkip', { date }),
        tone: 'good',
      });
    } catch (error) {
      const message = failureText(refusalOf(error));
      setProblem({ orderId, message });
      // Said here too: the order may be gone from the page that follows.
      showToast({ message, tone: 'bad' });
    } finally {
      underWay.current = false;
      setBusyId(null);
      // The rest of the page depends on it too, and after a refusal it may be out of date.
      router.refresh();
    }
  };

  return { orders, busyId, problem, toggle };
}
