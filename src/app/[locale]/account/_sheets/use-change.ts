'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useCommand, type Problem } from '@/components/forms/use-command';
import { useFailureText } from '@/components/forms/use-failure-text';
import { useKeptInput } from '@/components/session/use-kept-input';
import { useDone } from '@/components/use-done';
import type { OrderAhead } from '@/domain/year-ahead';
import { refusalOf } from '@/trpc/react';
import { useRead } from '@/trpc/use-read';
import { isView, shownTotal, type View } from '../_components/subscription-view';
import { keptChoice } from './kept-choice';
import { offerUndo } from './undo-change';

export type UpcomingOrder = View['upcomingOrders'][number];

export interface Preview {
  /** The next three orders after the change. Null if nothing is chosen or the preview is not loaded. */
  orders: readonly UpcomingOrder[] | null;
  /** The orders of the next twelve months after the change. Null where `orders` is null. */
  yearAhead: readonly OrderAhead[] | null;
  /** The pause after the change. Null without a pause, or if the preview is not loaded. */
  pause: View['subscription']['pause'];
  /** The announced higher price after the change. Null without one, or if the preview is not loaded. */
  priceNotice: View['subscription']['priceNotice'];
  /** Whether the preview of the latest choice is loading. */
  isLoading: boolean;
  problem: Problem | null;
  retry: () => void;
}

const SETTLE_MS = 250;

interface ChangeOptions<Input> {
  /** The name of the change. Used as the cache key of its preview and the name of its stored input. */
  kind: string;
  initial: View;
  /** Returns the input for `send`. Returns null if the choice is invalid or equals the current state. */
  input: (view: View) => Input | null;
  send: (input: Input & { preview?: boolean; version?: number; expectedTotal?: number }) => Promise<View>;
  /** Returns the text of the toast after success. */
  done: (before: View, after: View) => string;
  /** Reverses the change, if the calendar offers it. */
  undo?: (before: View, after: View) => Promise<View>;
  /** Applies a choice that was stored when the session ended. */
  choose: (kept: ReturnType<typeof keptChoice>) => void;
}

/**
 * Manages one change of the subscription: its preview and its execution. If the subscription was changed in
 * another window, the hook shows the new state and keeps the choice. It never overwrites the newer change.
 */
export function useChange<Input extends Record<string, unknown>>(options: ChangeOptions<Input>) {
  const { kind, initial, send } = options;
  const done = useDone('/account');
  const { run, busy, problem, failures, forgive } = useCommand();
  const [shown, setView] = useState(initial);
  // After a lost response the page loads its data again. This data may be newer than the shown state.
  const view = initial.subscription.version > shown.subscription.version ? initial : shown;
  const [isStale, setStale] = useState(false);
  const input = options.input(view);
  const wasKept = useKeptInput(kind, input, (kept) => options.choose(keptChoice(kept)));
  const preview = usePreview(kind, input, view, send);

  const confirm = async () => {
    if (busy || input === null) return;
    await run(
      async () => {
        const expectedTotal = preview.isLoading ? undefined : shownTotal(preview.orders, input.orderId);
        const after = await send({ ...input, version: view.subscription.version, expectedTotal });
        const undo = options.undo;
        offerUndo(undo ? { version: after.subscription.version, undo: () => undo(view, after) } : null);
        done(options.done(view, after));
        return 'leaving';
      },
      {
        explain: (refusal) => {
          if (refusal.code === 'TOTAL_CHANGED') preview.retry();
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
    /** Removes the error of the previous choice. Call it on every new choice. */
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
  const shown = serialized === null || refusal ? null : query.data;
  return {
    orders: shown?.upcomingOrders ?? null,
    yearAhead: shown?.yearAhead ?? null,
    pause: shown?.subscription.pause ?? null,
    priceNotice: shown?.subscription.priceNotice ?? null,
    isLoading: serialized !== null && (serialized !== settled || query.isFetching),
    problem: serialized !== null && refusal ? { code: refusal.code, message: failureText(refusal) } : null,
    retry: () => void query.refetch(),
  };
}
