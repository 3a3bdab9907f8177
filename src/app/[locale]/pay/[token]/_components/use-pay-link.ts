'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { RouterOutputs } from '@/trpc/outputs';
import { refusalOf, trpc } from '@/trpc/react';

export type PayLink = RouterOutputs['payments']['payLink'];

const POLL_MS = 4000;

/**
 * Returns the current payment link. Polls the server while the page is visible and a payment is expected.
 * Creates the next QR code when there is none. After a failure, the visitor must tap to create the next code.
 */
export function usePayLink(token: string, initial: PayLink) {
  const [link, setLink] = useState(initial);
  const [isAway, setAway] = useState(false);
  /** The reason why no QR code was created, or null. Its message is null if the server gave no message. */
  const [qrProblem, setQrProblem] = useState<{ message: string | null } | null>(null);
  const [isMaking, setMaking] = useState(false);
  // The number of the latest request. Responses to earlier requests are ignored.
  const asked = useRef(0);

  const look = useCallback(async () => {
    const mine = ++asked.current;
    try {
      const answer = await trpc.payments.payLink.query({ token });
      if (mine === asked.current) setLink(answer);
      setAway(false);
    } catch (error) {
      // The link was deleted, for example after an expired registration. The reloaded page explains it.
      if (refusalOf(error).code === 'NOT_FOUND') window.location.reload();
      setAway(refusalOf(error).code === null);
    }
  }, [token]);

  const isWaiting = link.isOpen;
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') void look();
    };
    document.addEventListener('visibilitychange', onVisible);
    const timer = isWaiting ? window.setInterval(onVisible, POLL_MS) : undefined;
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      window.clearInterval(timer);
    };
  }, [look, isWaiting]);

  const making = useRef(false);
  const makeQr = useCallback(async () => {
    if (making.current) return;
    making.current = true;
    setMaking(true);
    setQrProblem(null);
    const mine = ++asked.current;
    try {
      const answer = await trpc.payments.nextQr.mutate({ token });
      if (mine === asked.current) setLink(answer);
      else await look();
    } catch (error) {
      setQrProblem({ message: refusalOf(error).message });
    } finally {
      making.current = false;
      setMaking(false);
    }
  }, [token, look]);

  const isWanted = link.qr === null && link.canHaveQr && link.status !== 'fail' && qrProblem === null;
  useEffect(() => {
    // eslint-disable-next-line react-hooks/set-state-in-effect -- it records the start, then calls the server
    if (isWanted) void makeQr();
  }, [isWanted, makeQr]);

  return { link, isAway, qrProblem, isMaking, makeQr };
}

export type PayLinkState = ReturnType<typeof usePayLink>;
