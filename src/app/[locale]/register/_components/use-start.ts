'use client';

import { trpc } from '@/trpc/react';
import { useFlow, type Registration } from './flow';

type Start = typeof trpc.registration.start.mutate;

/**
 * Returns a function that starts the registration, or saves changed answers to the registration in progress.
 * It sends the code of the registration, or else the code of the draft. An invalid code does not stop the
 * registration. The next step reports the code.
 */
export function useStart() {
  const { draft, update } = useFlow();
  return async (input: Omit<Parameters<Start>[0], 'code'>, current: Registration | null): Promise<void> => {
    const code = current?.code ?? (draft.code || null);
    const { codeError } = await trpc.registration.start.mutate({ ...input, code });
    // After too many wrong codes from this IP range, the server does not check the code. It may be valid, so
    // the payment step sends it again.
    if (codeError === 'CODE_INVALID') update({ code: '', refusedCode: code ?? '' });
  };
}
