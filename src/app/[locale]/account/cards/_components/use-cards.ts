'use client';

import { useRef, useState } from 'react';
import { useFailureText } from '@/components/forms/use-failure-text';
import { leaveForLogin } from '@/components/session/leave-for-login';
import { showToast } from '@/components/toasts';
import { refusalOf, trpc, type RouterOutputs } from '@/trpc/react';
import type { Charge } from './charge-outcome';
import { isConversion, owedNow, type Session } from './owed';

export type Card = RouterOutputs['payments']['cardExpiryCheck']['cards'][number];
type Done = Pick<RouterOutputs['payments']['updateCard'], 'charge'> | RouterOutputs['payments']['deleteCard'];

const POLL_MS = 3000;

/** What the list of cards can do, one thing at a time, and how things stand after it. */
export function useCards(initial: { cards: readonly Card[]; session: Session }) {
  const failureText = useFailureText();
  const underWay = useRef(false);
  const [busyWith, setBusyWith] = useState<string | null>(null);
  const [problem, setProblem] = useState<{ cardId: string; message: string } | null>(null);
  const [outcome, setOutcome] = useState<{ charge: Charge; amount: number; isConverted: boolean } | null>(
    null,
  );

  const check = trpc.payments.cardExpiryCheck.useQuery(undefined, { enabled: false });
  const cards = (check.isFetchedAfterMount && check.data?.cards) || initial.cards;
  const isOpen = (session: Session | undefined) => session?.pendingPayment?.status === 'pending';
  const me = trpc.auth.me.useQuery(undefined, {
    enabled: isOpen(initial.session),
    refetchInterval: ({ state }) => (isOpen(state.data) ? POLL_MS : false),
  });
  const session = (me.isFetchedAfterMount && me.data) || initial.session;

  const reload = async () => void (await Promise.all([check.refetch(), me.refetch()]));

  /** Does one thing with one card; says true when it is done, and keeps what was refused where it was asked. */
  const act = async (
    cardId: string,
    work: () => Promise<Done>,
    /** Said in passing; null where the outcome says it all. */
    done: string | null,
  ): Promise<boolean> => {
    if (underWay.current) return false;
    underWay.current = true;
    setBusyWith(cardId);
    setProblem(null);
    setOutcome(null);
    const amount = owedNow(session) ?? session.pendingPayment?.amount ?? 0;
    try {
      const answer = await work();
      const charge = 'charge' in answer ? answer.charge : null;
      if (done !== null) showToast({ message: done, tone: 'good' });
      await reload();
      if (charge) setOutcome({ charge, amount, isConverted: isConversion(session) });
      return true;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.code === 'NOT_LOGGED_IN') {
        leaveForLogin();
        return false;
      }
      setProblem({ cardId, message: failureText(refusal) });
      // Removed in another window, or done and the answer lost: show the list as it is.
      if (refusal.code === 'CARD_NOT_FOUND' || refusal.code === null) await reload();
      return false;
    } finally {
      underWay.current = false;
      setBusyWith(null);
    }
  };

  return { cards, session, busyWith, problem, outcome, act, reload, forgive: () => setProblem(null) };
}

export type CardsState = ReturnType<typeof useCards>;
