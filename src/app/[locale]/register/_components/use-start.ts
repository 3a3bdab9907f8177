'use client';

import { trpc } from '@/trpc/react';
import { useFlow, type Registration } from './flow';

type Start = ReturnType<typeof trpc.registration.start.useMutation>['mutateAsync'];

/**
 * Begins the registration or takes changed answers over into it, with the code that it has or else the one that this
 * device keeps. A code that doesn't hold refuses nothing: the next step says so.
 */
export function useStart() {
  const { draft, update } = useFlow();
  const { mutateAsync } = trpc.registration.start.useMutation();
  return async (input: Omit<Parameters<Start>[0], 'code'>, current: Registration | null): Promise<void> => {
    const code = current?.code ?? (draft.code || null);
    const { codeError } = await mutateAsync({ ...input, code });
    // One that was not looked at, among too many wrong ones from this network, may well hold: the payment step tries it.
    if (codeError === 'CODE_INVALID') update({ code: '', refusedCode: code ?? '' });
  };
}
