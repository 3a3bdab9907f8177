'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useCommand } from '@/components/forms/use-command';
import { owedNow, type PayingSession } from '@/components/payments/owed';
import { usePay } from '@/components/payments/use-pay';
import { showToast } from '@/components/toasts';
import type { PayAnswer } from '@/domain/pay-state';
import type { RouterOutputs } from '@/trpc/outputs';

export type Card = RouterOutputs['payments']['cardExpiryCheck']['cards'][number];

/** Runs the actions of the list of cards, one at a time. The page is read again after each. */
export function useCards(session: PayingSession) {
  const router = useRouter();
  const reload = () => router.refresh();
  const { run, busy, problem, forgive } = useCommand();
  const { pay, ...payment } = usePay({ reload, showsOpen: true, onPaid: reload });
  /** The id of the card of the last or current action. */
  const [cardId, setCardId] = useState('');

  /** Pays with a card, or selects it if nothing is due. `done` is the text of the toast in that case. */
  const choose = async (
    ofCard: string,
    send: (expectedTotal: number) => Promise<PayAnswer>,
    done: string | null,
  ): Promise<void> => {
    const owed = owedNow(session, 'card') ?? 0;
    setCardId(ofCard);
    forgive();
    await pay(owed, async () => {
      const answer = await send(owed);
      if (!answer.charge && done !== null) showToast({ message: done, tone: 'good' });
      return answer;
    });
  };

  /** Runs another action on a card. Returns whether it succeeded. An error is shown at that card. */
  const act = (ofCard: string, work: () => Promise<unknown>, done: string): Promise<boolean> => {
    setCardId(ofCard);
    payment.forget();
    return run(
      async () => {
        await work();
        showToast({ message: done, tone: 'good' });
        reload();
      },
      { onProblem: reload },
    );
  };

  return {
    payment,
    reload,
    choose,
    act,
    forgive,
    busyWith: busy || payment.busy ? cardId : null,
    problem: problem && { ...problem, cardId },
  };
}

export type CardsState = ReturnType<typeof useCards>;

/** Returns the name under which unsaved changes of a card are stored. */
export function cardFormOf(cardId: string): string {
  return `card ${cardId}`;
}
