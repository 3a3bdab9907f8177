'use client';

import { useState } from 'react';
import type { ErrorCode } from '@/domain/errors';
import { refusalOf, type Refusal } from '@/trpc/react';
import { useReadAgain } from '../connection/connection';
import { leaveForLogin } from '../session/leave-for-login';
import { useFailureText } from './use-failure-text';
import { useOneAtATime, type Leaving } from './use-one-at-a-time';

/** Why a command failed, in the reader's language. */
export interface Problem {
  code: ErrorCode | null;
  message: string;
  /** Whether the call got no response, so that the gateway may have done it. */
  isLost?: boolean;
}

interface Handling {
  /** Maps an error to another problem for this page, or to null if the caller handles it. */
  explain?: (refusal: Refusal) => Problem | null | undefined;
  /** Runs after a problem is shown and before the next command may start. */
  onProblem?: (problem: Problem) => void | Promise<void>;
}

/**
 * Runs one command at a time: clicks during a running command do nothing. A problem stays visible until the next command.
 * After an expired session it goes to log-in, which returns to this page, unless `explain` handles that error.
 */
export function useCommand() {
  const failureText = useFailureText('command');
  const { busy, begin, end } = useOneAtATime();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [failures, setFailures] = useState(0);
  useReadAgain(() => {
    if (problem?.isLost) setProblem(null);
  });

  /** Records that the command failed; null if the problem is shown elsewhere. */
  const fail = (next: Problem | null) => {
    setProblem(next);
    setFailures((count) => count + 1);
  };

  const problemOf = (refusal: Refusal): Problem => {
    const isLost = refusal.code === null;
    return { code: refusal.code, message: failureText(refusal), isLost };
  };

  /** @returns whether the command succeeded */
  const run = async (
    command: () => Promise<void | Leaving>,
    { explain, onProblem }: Handling = {},
  ): Promise<boolean> => {
    if (!begin()) return false;
    setProblem(null);
    let isLeaving = false;
    try {
      isLeaving = (await command()) === 'leaving';
      return true;
    } catch (error) {
      const refusal = refusalOf(error);
      const explained = explain?.(refusal);
      isLeaving = explained === undefined && refusal.code === 'NOT_LOGGED_IN';
      if (isLeaving) leaveForLogin();
      else {
        const wrong = explained === undefined ? problemOf(refusal) : explained;
        fail(wrong);
        if (wrong && !wrong.isLost) await onProblem?.(wrong);
      }
      return false;
    } finally {
      if (!isLeaving) end();
    }
  };

  return { run, busy, problem, failures, fail, forgive: () => setProblem(null) };
}
