import { useEffect, useEffectEvent } from 'react';
import { siteApi } from '@/trpc/rest-clients';
import { refusalOf } from '@/trpc/refusal';

const READ_EVERY_MS = 5_000;

/**
 * Calls `onLoggedIn` once when the visitor has logged in from another tab, for example with the link in a
 * mail. Polls while the page is visible. Does not call `onLoggedIn` if the visitor was logged in from the
 * start.
 */
export function useLoggedInMeanwhile(onLoggedIn: () => void): void {
  const tell = useEffectEvent(onLoggedIn);
  useEffect(() => {
    let wasOut = false;
    let asking = false;
    const stop = new AbortController();
    const look = async () => {
      if (asking || document.visibilityState !== 'visible') return;
      asking = true;
      const isIn = await isLoggedIn();
      asking = false;
      if (isIn === null || stop.signal.aborted) return;
      if (!isIn) return void (wasOut = true);
      stop.abort();
      if (wasOut) tell();
    };
    const every = window.setInterval(() => void look(), READ_EVERY_MS);
    stop.signal.addEventListener('abort', () => window.clearInterval(every));
    document.addEventListener('visibilitychange', () => void look(), { signal: stop.signal });
    void look();
    return () => stop.abort();
  }, []);
}

/** Returns whether the visitor is logged in. Returns null if the call failed. */
async function isLoggedIn(): Promise<boolean | null> {
  try {
    await siteApi().get('/api/me');
    return true;
  } catch (refusal) {
    return refusalOf(refusal).code === 'NOT_LOGGED_IN' ? false : null;
  }
}
