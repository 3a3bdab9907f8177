'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { refusalOf } from '@/trpc/react';
import { announceLostAnswer, useReadAgain } from '../connection/connection';

const POLL_MS = 4000;

/**
 * Returns the state behind a secret link. Reads it again when the page becomes visible or is connected again, and every
 * four seconds while `isExpecting` is true for it.
 * @param read must keep its identity between renders
 */
export function usePolled<State>(
  initial: State,
  read: () => Promise<State>,
  isExpecting: (state: State) => boolean,
) {
  const [state, setState] = useState(initial);
  // The number of the latest request or change. Responses to earlier requests are ignored.
  const latest = useRef(0);

  const change = useCallback((next: State) => {
    latest.current += 1;
    setState(next);
  }, []);

  const refresh = useCallback(async () => {
    const mine = ++latest.current;
    try {
      const next = await read();
      if (mine === latest.current) setState(next);
    } catch (error) {
      // The link was deleted, for example after an expired registration. The reloaded page explains it.
      if (refusalOf(error).code === 'NOT_FOUND') window.location.reload();
      if (refusalOf(error).code === null) announceLostAnswer();
    }
  }, [read]);

  /** Sends a command whose response is the new state. If a read began after it, reads once more instead. */
  const send = useCallback(
    async (command: () => Promise<State>) => {
      const mine = ++latest.current;
      const next = await command();
      if (mine === latest.current) setState(next);
      else await refresh();
    },
    [refresh],
  );

  useReadAgain(() => void refresh());

  const isWaiting = isExpecting(state);
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') void refresh();
    };
    document.addEventListener('visibilitychange', onVisible);
    const timer = isWaiting ? window.setInterval(onVisible, POLL_MS) : undefined;
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      window.clearInterval(timer);
    };
  }, [refresh, isWaiting]);

  return { state, change, refresh, send };
}
