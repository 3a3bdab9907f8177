'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useCommand, type Problem } from '@/components/forms/use-command';
import { useFailureText } from '@/components/forms/use-failure-text';
import { useKeptInput } from '@/components/session/use-kept-input';
import { useDone } from '@/components/use-done';
import { useI18n } from '@/locales/client';
import { refusalOf } from '@/trpc/react';
import { useRead } from '@/trpc/use-read';
import { isView, type View } from '../../_components/subscription-view';
import { keptChoice } from './kept-choice';

export type UpcomingOrder = View['upcomingOrders'][number];

export interface Preview {
  /** The preview of the three orders; null without a choice or before it is known. */
  orders: readonly UpcomingOrder[] | null;
  /** The preview of the latest choice is loading. */
  isLoading: boolean;
  problem: Problem | null;
  retry: () => void;
}

const SETTLE_MS = 250;

interface ChangeOptions<Input> {
  /** Identifies the change among the previews. */
  kind: string;
  initial: View;
  /** Returns the input of the call; null if the choice changes nothing or is invalid. */
  input: (view: View) => Input | null;
  send: (input: Input & { preview?: boolean; version?: number }) => Promise<View>;
  /** The toast after success. */
  done: string;
  /** Restores a choice from before the session ended. */
  choose: (kept: ReturnType<typeof keptChoice>) => void;
}

/**
 * Manages one change of the subscription: its preview and its execution. It never overwrites a newer change from
 * elsewhere: it shows that change and keeps the choice.
 */
export function useChange<Input extends Record<string, unknown>>(options: ChangeOptions<Input>) {
  const { kind, initial, send } = options;
  const t = useI18n();
  const done = useDone('/account/subscription');
  const { run, busy, problem, failures, fail, forgive } = useCommand();
  const [shown, setView] = useState(initial);
  // After a lost response the page is read again and may be newer than the shown state.
  const view = initial.subscription.version > shown.subscription.version ? initial : shown;
  const [isStale, setStale] = useState(false);
  const input = options.input(view);
  const wasKept = useKeptInput(kind, input, (kept) => options.choose(keptChoice(kept)));
  const preview = usePreview(kind, input, view, send);

  const confirm = async () => {
    if (busy) return;
    if (input === null) return fail({ code: null, message: t('subscription.change.same') });
    await run(
      async () => {
        await send({ ...input, version: view.subscription.version });
        done(options.done);
        return 'leaving';
      },
      {
        explain: (refusal) => {
          if (refusal.code !== 'STALE' || !isView(refusal.data)) return undefined;
          setView(refusal.data);
          setStale(true);
          return null;
        },
      },
    );
  };

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
    /** Call it with every new choice: it removes the error of the previous one. */
    forgive,
  };
}

function usePreview<Input extends Record<string, unknown>>(
  kind: string,
  input: Input | null,
  view: View,
  send: ChangeOptions<Input>['send'],
): Preview {
  const failureText = useFailureText('read');
  const serialized = input && JSON.stringify(input);
  const [settled] = useDebouncedValue(serialized, SETTLE_MS);
  const query = useRead(settled !== null, () => ({
    queryKey: ['preview', kind, settled, view.subscription.version],
    queryFn: () => send({ ...(JSON.parse(settled ?? '{}') as Input), preview: true }),
    placeholderData: (previous: View | undefined) => previous,
    staleTime: 0,
    gcTime: 0,
  }));
  const refusal = query.error && serialized === settled ? refusalOf(query.error) : null;
  return {
    orders: serialized === null || refusal ? null : (query.data?.upcomingOrders ?? null),
    isLoading: serialized !== null && (serialized !== settled || query.isFetching),
    problem: serialized !== null && refusal ? { code: refusal.code, message: failureText(refusal) } : null,
    retry: () => void query.refetch(),
  };
}
