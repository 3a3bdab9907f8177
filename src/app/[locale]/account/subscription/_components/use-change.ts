'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { useFailureText } from '@/components/forms/use-failure-text';
import { leaveForLogin } from '@/components/session/leave-for-login';
import { useKeptInput } from '@/components/session/use-kept-input';
import { announceNavigation } from '@/components/shell/progress-bar';
import { showToast } from '@/components/toasts';
import type { ErrorCode } from '@/domain/errors';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { refusalOf, type RouterOutputs } from '@/trpc/react';

export type View = RouterOutputs['subscription']['current'];
export type UpcomingOrder = View['upcomingOrders'][number];

export interface Problem {
  code: ErrorCode | null;
  message: string;
}

export interface Preview {
  /** The three orders as they would be; null while nothing is chosen or known. */
  orders: readonly UpcomingOrder[] | null;
  /** Still being worked out for the latest choice. */
  isLoading: boolean;
  problem: Problem | null;
  retry: () => void;
}

const SETTLE_MS = 250;

interface ChangeOptions<Input> {
  /** Names the change among the previews. */
  kind: string;
  initial: View;
  /** What is chosen, ready to be sent; null while that is how it is already, or can't be sent. */
  input: (view: View) => Input | null;
  send: (input: Input & { preview?: boolean; version?: number }) => Promise<View>;
  /** Said once it is done. */
  done: string;
  /** Chooses again what had been chosen before the session ended. */
  choose: (kept: Partial<Input>) => void;
}

/**
 * One change of the subscription: what it would lead to while it is being chosen, and making it. A newer change made
 * elsewhere is never overwritten: it is shown, and what was chosen stays chosen.
 */
export function useChange<Input extends object>(options: ChangeOptions<Input>) {
  const { kind, initial, send, done } = options;
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const failureText = useFailureText();
  const [view, setView] = useState(initial);
  const [isStale, setStale] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [failures, setFailures] = useState(0);
  const underWay = useRef(false);
  const input = options.input(view);
  const wasKept = useKeptInput(kind, input as Record<string, unknown> | null, (kept) =>
    options.choose(kept as Partial<Input>),
  );
  const preview = usePreview(kind, input, view, send);

  const fail = (next: Problem | null) => {
    underWay.current = false;
    setBusy(false);
    setProblem(next);
    setFailures((count) => count + 1);
  };

  const confirm = async () => {
    if (underWay.current) return;
    if (input === null) return fail({ code: null, message: t('subscription.change.same') });
    underWay.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await send({ ...input, version: view.subscription.version });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.code === 'NOT_LOGGED_IN') return leaveForLogin();
      if (refusal.code !== 'STALE') return fail({ code: refusal.code, message: failureText(refusal) });
      setView(refusal.data as View);
      setStale(true);
      return fail(null);
    }
    // It stays under way until the next screen is there, so that nothing is sent twice.
    showToast({ message: done, tone: 'good' });
    announceNavigation();
    router.push(localePath(locale, '/account/subscription'));
    router.refresh();
  };

  /** Call with every new choice: what was wrong with the one before it no longer is. */
  const forgive = () => setProblem(null);

  return {
    view,
    isStale,
    busy,
    problem,
    failures,
    preview,
    isSame: input === null,
    wasKept: wasKept && input !== null,
    confirm,
    forgive,
  };
}

function usePreview<Input extends object>(
  kind: string,
  input: Input | null,
  view: View,
  send: ChangeOptions<Input>['send'],
): Preview {
  const failureText = useFailureText();
  const wished = input && JSON.stringify(input);
  const [settled] = useDebouncedValue(wished, SETTLE_MS);
  const query = useQuery({
    queryKey: ['preview', kind, settled, view.subscription.version],
    queryFn: () => send({ ...(JSON.parse(settled ?? '{}') as Input), preview: true }),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  const refusal = query.error && wished === settled ? refusalOf(query.error) : null;
  return {
    orders: wished === null || refusal ? null : (query.data?.upcomingOrders ?? null),
    isLoading: wished !== null && (wished !== settled || query.isFetching),
    problem: wished !== null && refusal ? { code: refusal.code, message: failureText(refusal) } : null,
    retry: () => void query.refetch(),
  };
}
