'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { RouterOutputs } from '@/trpc/outputs';
import { refusalOf, trpc } from '@/trpc/react';

export type Repair = RouterOutputs['orderLinks']['repair'];

const POLL_MS = 4000;

/** Whether the state changes without an action on this page: a payment is expected. */
const isExpecting = ({ qr, state, authorizeUri }: Repair) =>
  qr !== null || state === 'pending' || authorizeUri !== null;

/** Returns the current order of a repair link. Polls the server while the page is visible and a payment is expected. */
export function useRepair(token: string, initial: Repair) {
  const [repair, setRepair] = useState(initial);
  const [isAway, setAway] = useState(false);
  // The number of the latest change. Responses to earlier reads are ignored.
  const latest = useRef(0);

  const change = useCallback((next: Repair) => {
    latest.current += 1;
    setRepair(next);
  }, []);

  const read = useCallback(async () => {
    const mine = ++latest.current;
    try {
      const answer = await trpc.orderLinks.repair.query({ token });
      if (mine === latest.current) setRepair(answer);
      setAway(false);
    } catch (error) {
      if (refusalOf(error).code === 'NOT_FOUND') window.location.reload();
      setAway(refusalOf(error).code === null);
    }
  }, [token]);

  const isWaiting = isExpecting(repair);
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') void read();
    };
    document.addEventListener('visibilitychange', onVisible);
    const timer = isWaiting ? window.setInterval(onVisible, POLL_MS) : undefined;
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      window.clearInterval(timer);
    };
  }, [read, isWaiting]);

  return { repair, change, read, isAway };
}
