'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { loadPage } from '@/components/load-page';
import { usePolled } from '@/components/secret-link/use-polled';
import type { PayApp } from '@/domain/pay-app';
import type { RouterOutputs } from '@/trpc/outputs';
import { refusalOf, trpc } from '@/trpc/react';

export type PayLink = RouterOutputs['payments']['payLink'];

const isExpecting = ({ isOpen }: PayLink) => isOpen;

/**
 * Returns the current payment link. Creates the next QR code when there is none and no payment waits in an app. After a
 * failure, the visitor must tap to create the next code.
 */
export function usePayLink(token: string, initial: PayLink) {
  const read = useCallback(() => trpc.payments.payLink.query({ token }), [token]);
  const { state: link, send, change } = usePolled(initial, read, isExpecting);
  /** The reason why no QR code was created, or null. Its message is null if the server gave no message. */
  const [qrProblem, setQrProblem] = useState<{ message: string | null } | null>(null);
  const [isMaking, setMaking] = useState(false);
  const [opening, setOpening] = useState<PayApp | null>(null);

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

  const isWanted =
    link.qr === null && link.canHaveQr && link.status !== 'fail' && qrProblem === null && opening === null;
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it records the start, then calls the server
    if (isWanted) void makeQr();
  }, [isWanted, makeQr]);

  /** The app that did not open, or null. Its message is null if the server gave no message. */
  const [appProblem, setAppProblem] = useState<{ app: PayApp; message: string | null } | null>(null);
  const tapped = useRef(false);
  const openApp = useCallback(
    async (app: PayApp) => {
      if (tapped.current) return;
      tapped.current = true;
      setOpening(app);
      setAppProblem(null);
      try {
        // The page creates a code as it opens. Two requests of one order would refuse each other.
        await making.current?.catch(() => undefined);
        const next = await trpc.payments.payByApp.mutate({ token, app });
        change(next);
        if (next.app) loadPage(outsideLine(next.app.authorizeUri));
        else if (next.status === 'pending') setAppProblem({ app, message: null });
      } catch (error) {
        setAppProblem({ app, message: refusalOf(error).message });
      } finally {
        tapped.current = false;
        setOpening(null);
      }
    },
    [token, change],
  );

  return { link, qrProblem, isMaking, makeQr, opening, appProblem, openApp };
}

/** Returns the address that LINE opens in the phone's own browser. LINE's browser opens no other app. */
function outsideLine(address: string): string {
  if (!/\bLine\//i.test(navigator.userAgent)) return address;
  const url = new URL(address);
  url.searchParams.set('openExternalBrowser', '1');
  return url.href;
}

export type PayLinkState = ReturnType<typeof usePayLink>;
