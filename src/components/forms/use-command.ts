'use client';

import { useState } from 'react';
import type { ErrorCode } from '@/domain/errors';
import { refusalOf, type Refusal } from '@/trpc/react';
import { useReadAgain } from '../connection/connection';
import { leaveForLogin } from '../session/leave-for-login';
import { useFailureText } from './use-failure-text';
import { useOneAtATime, type Leaving } from './use-one-at-a-time';

/** Why something was not done, in the reader's words. */
export interface Problem {
  code: ErrorCode | null;
  message: string;
  /** Whether the call got no response, so that the gateway may have done it. */
  isLost?: boolean;
}

interface Handling {
  /** What a refusal means here: another problem than it says, or null where it is dealt with. */
  explain?: (refusal: Refusal) => Problem | null | undefined;
  /** What a refusal asks for besides being shown, before the next command may begin. */
  onProblem?: (problem: Problem) => void | Promise<void>;
}

/**
 * One command at a time: while one is under way another tap does nothing. What went wrong stays until the next try.
 * Whose session has ended goes to log in and comes back to this page, unless `explain` knows another way.
 */
export function useCommand() {
  const failureText = useFailureText('command');
  const { busy, begin, end } = useOneAtATime();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [failures, setFailures] = useState(0);
  useReadAgain(() => {
    if (problem?.isLost) setProblem(null);
  });

  /** Says that it came to nothing; null where what is wrong is shown elsewhere. */
  const fail = (next: Problem | null) => {
    setProblem(next);
    setFailures((count) => count + 1);
  };

  const problemOf = (refusal: Refusal): Problem => {
    const isLost = refusal.code === null;
    return { code: refusal.code, message: failureText(refusal), isLost };
  };

  /** @returns whether it is done */
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
