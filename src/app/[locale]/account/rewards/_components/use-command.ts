'use client';

import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { useFailureText } from '@/components/forms/use-failure-text';
import { leaveForLogin } from '@/components/session/leave-for-login';
import type { ErrorCode } from '@/domain/errors';
import { refusalOf } from '@/trpc/react';

export interface CommandProblem {
  code: ErrorCode | null;
  message: string;
}

/** One command at a time: while one is under way another tap does nothing. What went wrong stays until the next try. */
export function useCommand() {
  const router = useRouter();
  const failureText = useFailureText();
  const underWay = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<CommandProblem | null>(null);

  const run = async (command: () => Promise<void>) => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await command();
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.code === 'NOT_LOGGED_IN') return leaveForLogin();
      setProblem({ code: refusal.code, message: failureText(refusal) });
      // A lost answer may have done it all the same, and a refusal says that the page is out of date.
      router.refresh();
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };

  return { run, busy, problem, setProblem };
}
