'use client';

import { useRef, useState } from 'react';
import type { ErrorCode } from '@/domain/errors';
import { refusalOf, type Refusal } from '@/trpc/react';
import { leaveForLogin } from '../session/leave-for-login';
import { useFailureText } from './use-failure-text';

/** Why something was not done, in the reader's words. */
export interface Problem {
  code: ErrorCode | null;
  message: string;
}

/** What a command answers that leads to another page: it stays under way until that one is there. */
type Leaving = 'leaving';

interface Handling {
  /** What a refusal means here: another problem than it says, or null where it is dealt with. */
  explain?: (refusal: Refusal) => Problem | null | undefined;
  /** What a problem asks for besides being shown, before the next command may begin. */
  onProblem?: (problem: Problem) => void | Promise<void>;
}

/**
 * One command at a time: while one is under way another tap does nothing. What went wrong stays until the next try.
 * Whose session has ended goes to log in and comes back to this page, unless `explain` knows another way.
 */
export function useCommand() {
  const failureText = useFailureText();
  // A state would be one render late for somebody who taps twice.
  const underWay = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [failures, setFailures] = useState(0);

  /** Says that it came to nothing; null where what is wrong is shown elsewhere. */
  const fail = (next: Problem | null) => {
    setProblem(next);
    setFailures((count) => count + 1);
  };

  /** @returns whether it is done */
  const run = async (
    command: () => Promise<void | Leaving>,
    { explain, onProblem }: Handling = {},
  ): Promise<boolean> => {
    if (underWay.current) return false;
    underWay.current = true;
    setBusy(true);
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
        const wrong =
          explained === undefined ? { code: refusal.code, message: failureText(refusal) } : explained;
        fail(wrong);
        if (wrong) await onProblem?.(wrong);
      }
      return false;
    } finally {
      if (!isLeaving) {
        underWay.current = false;
        setBusy(false);
      }
    }
  };

  return { run, busy, problem, failures, fail, forgive: () => setProblem(null) };
}
