'use client';

import { useState } from 'react';
import { useReadAgain } from '@/components/connection/connection';
import { useCommand } from '@/components/forms/use-command';
import { showToast } from '@/components/toasts';
import { useI18n } from '@/locales/client';
import type { RouterOutputs } from '@/trpc/outputs';
import { trpc } from '@/trpc/react';

type Answer = RouterOutputs['auth']['sessions'];
export type Session = Answer['sessions'][number];

/**
 * Manages the list of sessions. Ends sessions, one call at a time.
 * @param onGone called after a session was ended. Its pressed button is then removed
 */
export function useSessions(initial: readonly Session[], onGone: () => void) {
  const t = useI18n();
  const { run, busy, problem } = useCommand();
  const [sessions, setSessions] = useState(initial);
  const [ending, setEnding] = useState('');

  const reload = async () => {
    const present = await trpc.auth.sessions.query().catch(() => null);
    if (present) setSessions(present.sessions);
  };
  useReadAgain(() => void reload());

  const act = (name: string, work: () => Promise<Answer>, done: string) =>
    run(
      async () => {
        setEnding(name);
        const answer = await work();
        setSessions(answer.sessions);
        showToast({ message: done, tone: 'good' });
        onGone();
      },
      {
        explain: ({ code }) =>
          code === 'NOT_FOUND' ? { code, message: t('details.sessions.gone') } : undefined,
        onProblem: async ({ code }) => {
          if (code === 'NOT_FOUND') await reload();
        },
      },
    );

  return {
    sessions,
    /**
     * The id of the session that is being ended, or 'others' for all other sessions. Null while no call runs.
     */
    ending: busy ? ending : null,
    problem,
    end: (sessionId: string) =>
      act(sessionId, () => trpc.auth.endSession.mutate({ sessionId }), t('details.sessions.ended')),
    endOthers: () =>
      act('others', () => trpc.auth.endOtherSessions.mutate(), t('details.sessions.endedOthers')),
  };
}
