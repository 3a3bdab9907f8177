'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { usePolled } from '@/components/secret-link/use-polled';
import type { RouterOutputs } from '@/trpc/outputs';
import { refusalOf, trpc } from '@/trpc/react';

export type PayLink = RouterOutputs['payments']['payLink'];

const isExpecting = ({ isOpen }: PayLink) => isOpen;

/**
 * Returns the current payment link. Creates the next QR code when there is none. After a failure, the visitor must
 * tap to create the next code.
 */
export function usePayLink(token: string, initial: PayLink) {
  const read = useCallback(() => trpc.payments.payLink.query({ token }), [token]);
  const { state: link, send } = usePolled(initial, read, isExpecting);
  /** The reason why no QR code was created, or null. Its message is null if the server gave no message. */
  const [qrProblem, setQrProblem] = useState<{ message: string | null } | null>(null);
  const [isMaking, setMaking] = useState(false);

  const making = useRef(false);
  const makeQr = useCallback(async () => {
    if (making.current) return;
    making.current = true;
    setMaking(true);
    setQrProblem(null);
    try {
      await send(() => trpc.payments.nextQr.mutate({ token }));
    } catch (error) {
      setQrProblem({ message: refusalOf(error).message });
    } finally {
      making.current = false;
      setMaking(false);
    }
  }, [token, send]);

  const isWanted = link.qr === null && link.canHaveQr && link.status !== 'fail' && qrProblem === null;
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it records the start, then calls the server
    if (isWanted) void makeQr();
  }, [isWanted, makeQr]);

  return { link, qrProblem, isMaking, makeQr };
}

export type PayLinkState = ReturnType<typeof usePayLink>;
