'use client';

import { useRef, useState } from 'react';
import { useFailureText } from '@/components/forms/use-failure-text';
import { leaveForLogin } from '@/components/session/leave-for-login';
import { showToast } from '@/components/toasts';
import { useI18n } from '@/locales/client';
import { refusalOf, trpc, type RouterOutputs } from '@/trpc/react';

type Answer = RouterOutputs['auth']['sessions'];
export type Session = Answer['sessions'][number];

/**
 * The sessions as the server last told them, and ending them, one thing at a time.
 * @param onGone called when the button that was pressed is gone with its session
 */
export function useSessions(initial: readonly Session[], onGone: () => void) {
  const t = useI18n();
  const failureText = useFailureText();
  const utils = trpc.useUtils();
  const endSession = trpc.auth.endSession.useMutation();
  const endOtherSessions = trpc.auth.endOtherSessions.useMutation();
  const underWay = useRef(false);
  const [sessions, setSessions] = useState(initial);
  const [ending, setEnding] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const act = async (name: string, work: () => Promise<Answer>, done: string) => {
    if (underWay.current) return;
    underWay.current = true;
    setEnding(name);
    setProblem(null);
    try {
      const answer = await work();
      setSessions(answer.sessions);
      showToast({ message: done, tone: 'good' });
      onGone();
    } catch (error) {
      await fail(refusalOf(error));
    } finally {
      underWay.current = false;
      setEnding(null);
    }
  };

  const fail = async (refusal: ReturnType<typeof refusalOf>) => {
    // This very session was ended, from one of the others.
    if (refusal.code === 'NOT_LOGGED_IN') return leaveForLogin();
    if (refusal.code !== 'NOT_FOUND') return setProblem(failureText(refusal));
    setProblem(t('details.sessions.gone'));
    const present = await utils.auth.sessions.fetch(undefined, { staleTime: 0 }).catch(() => null);
    if (present) setSessions(present.sessions);
  };

  return {
    sessions,
    /** Which one is being ended: its id, or 'others'. */
    ending,
    problem,
    end: (sessionId: string) =>
      act(sessionId, () => endSession.mutateAsync({ sessionId }), t('details.sessions.ended')),
    endOthers: () => act('others', () => endOtherSessions.mutateAsync(), t('details.sessions.endedOthers')),
  };
}
