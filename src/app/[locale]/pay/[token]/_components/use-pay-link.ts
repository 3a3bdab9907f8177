'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { useOpenApp } from '@/components/payments/use-open-app';
import { usePolled } from '@/components/secret-link/use-polled';
import type { PayApp } from '@/domain/pay-app';
import type { RouterOutputs } from '@/trpc/outputs';
import { refusalOf, trpc } from '@/trpc/react';

export type PayLink = RouterOutputs['payments']['payLink'];

const isExpecting = ({ isOpen }: PayLink) => isOpen;

/**
 * Returns the current payment link. Creates the next QR code when there is none and no payment waits in an app. After a
 * failure, and on a phone that can open an app, the visitor must tap to create a code.
 */
export function usePayLink(token: string, initial: PayLink, isPhone: boolean) {
  const read = useCallback(() => trpc.payments.payLink.query({ token }), [token]);
  const { state: link, send, change, refresh } = usePolled(initial, read, isExpecting);
  /** The reason why no QR code was created, or null. Its message is null if the server gave no message. */
  const [qrProblem, setQrProblem] = useState<{ message: string | null } | null>(null);
  const [isMaking, setMaking] = useState(false);

  const making = useRef<Promise<void> | null>(null);
  const makeQr = useCallback(async () => {
    if (making.current) return;
    setMaking(true);
    setQrProblem(null);
    try {
      making.current = send(() => trpc.payments.nextQr.mutate({ token }));
      await making.current;
    } catch (error) {
      setQrProblem({ message: refusalOf(error).message });
    } finally {
      making.current = null;
      setMaking(false);
    }
  }, [token, send]);

  const start = useCallback(
    async (app: PayApp) => {
      // The page creates a code as it opens. Two requests of one order would refuse each other.
      await making.current?.catch(() => undefined);
      const next = await trpc.payments.payByApp.mutate({ token, app });
      change(next);
      return next.app?.authorizeUri ?? (next.status === 'pending' ? null : 'shown');
    },
    [token, change],
  );
  const apps = useOpenApp(start);

  const isAsked = isPhone && link.apps.length > 0;
  const isWanted =
    !isAsked && link.qr === null && link.canHaveQr && link.status !== 'fail' && !qrProblem && !apps.opening;
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it records the start, then calls the server
    if (isWanted) void makeQr();
  }, [isWanted, makeQr]);

  return { link, refresh, qr: { qrProblem, isMaking, isAsked, makeQr }, apps };
}

export type PayLinkState = ReturnType<typeof usePayLink>;
