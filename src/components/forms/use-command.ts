'use client';

import { useState } from 'react';
import type { ErrorCode } from '@/domain/error-kinds';
import { refusalOf, type Refusal } from '@/trpc/react';
import { useReadAgain } from '../connection/connection';
import { leaveForLogin } from '../session/leave-for-login';
import { useFailureText } from './use-failure-text';
import { useOneAtATime, type Leaving } from './use-one-at-a-time';

/**
 * The reason why a command failed, in the language of the page. `code` is null if the call got no response.
 */
export interface Problem {
  code: ErrorCode | null;
  message: string;
  /** Whether the call got no response. The server may have executed the command. */
  isLost?: boolean;
}

interface Handling {
  /**
   * Returns the problem to show for an error. Null: the caller handles the error. Undefined: the default
   * problem is shown.
   */
  explain?: (refusal: Refusal) => Problem | null | undefined;
  /**
   * Called after a problem is shown. The next command can start only when this call has finished. Not called
   * after a lost response.
   */
  onProblem?: (problem: Problem) => void | Promise<void>;
}

/**
 * Runs one command at a time. Clicks during a running command do nothing. A problem stays visible until the
 * next command. If the session has expired, the hook opens log-in, which returns to this page. `explain` can
 * handle that error instead.
 */
export function useCommand() {
  const failureText = useFailureText('command');
  const { busy, begin, end } = useOneAtATime();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [failures, setFailures] = useState(0);
  useReadAgain(() => {
    if (problem?.isLost) setProblem(null);
  });

  /** Records that the command failed. Pass null if the caller shows the problem. */
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
