'use client';

import { useState } from 'react';
import { useReadAgain } from '@/components/connection/connection';
import { useCommand } from '@/components/forms/use-command';
import { useTotalText } from '@/components/payments/total-changed';
import { showToast } from '@/components/toasts';
import type { Day } from '@/domain/day';
import type { RouterOutputs } from '@/trpc/outputs';
import { trpc } from '@/trpc/react';
import { useRead } from '@/trpc/use-read';
import type { Charge } from './charge-outcome';
import { isConversion, owedNow, type Session } from './owed';

export type Card = RouterOutputs['payments']['cardExpiryCheck']['cards'][number];
type Done = Pick<RouterOutputs['payments']['updateCard'], 'charge'> | RouterOutputs['payments']['deleteCard'];

const POLL_MS = 3000;

/** Manages the list of cards. Runs one action at a time and reloads the list after it. */
export function useCards(initial: { cards: readonly Card[]; session: Session; today: Day }) {
  const totalText = useTotalText();
  const { run, busy, problem, forgive } = useCommand();
  /** The id of the card of the last or current action. */
  const [cardId, setCardId] = useState('');
  const [outcome, setOutcome] = useState<{ charge: Charge; amount: number; isConverted: boolean } | null>(
    null,
  );

  const [freshCards, setFreshCards] = useState<readonly Card[] | null>(null);
  const cards = freshCards ?? initial.cards;
  const isOpen = (session: Session | undefined) => session?.pendingPayment?.status === 'pending';
  const me = useRead(isOpen(initial.session), ({ auth }) =>
    auth.me.queryOptions(undefined, {
      refetchInterval: ({ state }) => (isOpen(state.data) ? POLL_MS : false),
    }),
  );
  const session = (me.isFresh && me.data) || initial.session;

  const reloadCards = async () => {
    const present = await trpc.payments.cardExpiryCheck.query().catch(() => null);
    if (present) setFreshCards(present.cards);
  };
  const reload = async () => void (await Promise.all([reloadCards(), me.refetch()]));
  useReadAgain(() => void reload());

  /** Runs an action on a card. Returns whether the action succeeded. An error is shown at that card. */
  const act = (
    ofCard: string,
    /**
     * Calls the server. `expectedTotal` is the amount in satang that the list shows as charged immediately.
     */
    work: (expectedTotal: number) => Promise<Done>,
    /** The text of the toast after success. Null if the page shows the result. */
    done: string | null,
  ): Promise<boolean> => {
    const expectedTotal = owedNow(session) ?? 0;
    return run(
      async () => {
        setCardId(ofCard);
        setOutcome(null);
        const amount = owedNow(session) ?? session.pendingPayment?.amount ?? 0;
        const answer = await work(expectedTotal);
        const charge = 'charge' in answer ? answer.charge : null;
        if (done !== null) showToast({ message: done, tone: 'good' });
        await reload();
        if (charge) setOutcome({ charge, amount, isConverted: isConversion(session) });
      },
      {
        explain: ({ code, data }) =>
          code === 'TOTAL_CHANGED' ? { code, message: totalText(expectedTotal, data) } : undefined,
        onProblem: async ({ code }) => {
          // The cards or the total were changed in another window. Reload them.
          if (code === 'CARD_NOT_FOUND' || code === 'TOTAL_CHANGED') await reload();
        },
      },
    );
  };

  return {
    cards,
    session,
    today: initial.today,
    busyWith: busy ? cardId : null,
    problem: problem && { ...problem, cardId },
    outcome,
    act,
    reload,
    forgive,
  };
}

export type CardsState = ReturnType<typeof useCards>;

/** Returns the name under which unsaved changes of a card are stored. */
export function cardFormOf(cardId: string): string {
  return `card ${cardId}`;
}
