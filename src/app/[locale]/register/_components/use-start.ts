'use client';

import { trpc } from '@/trpc/react';
import { useFlow, type Registration } from './flow';

type Start = typeof trpc.registration.start.mutate;

/**
 * Starts the registration or saves changed answers to it, with its own code or else the stored one. An invalid code
 * blocks nothing: the next step reports it.
 */
export function useStart() {
  const { draft, update } = useFlow();
  return async (input: Omit<Parameters<Start>[0], 'code'>, current: Registration | null): Promise<void> => {
    const code = current?.code ?? (draft.code || null);
    const { codeError } = await trpc.registration.start.mutate({ ...input, code });
    // A code left unchecked after too many wrong ones from this network may be valid: the payment step tries it.
    if (codeError === 'CODE_INVALID') update({ code: '', refusedCode: code ?? '' });
  };
}
