import { useEffect, useEffectEvent } from 'react';
import { siteApi } from '@/trpc/clients';
import { refusalOf } from '@/trpc/refusal';

const LOOK_EVERY_MS = 5_000;

/**
 * Calls `onLoggedIn` once when somebody who was not logged in here is now: they have opened the link of their mail in
 * another tab. Looks only while the page is visible, and gives up where somebody was logged in from the start.
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
    const every = window.setInterval(() => void look(), LOOK_EVERY_MS);
    stop.signal.addEventListener('abort', () => window.clearInterval(every));
    document.addEventListener('visibilitychange', () => void look(), { signal: stop.signal });
    void look();
    return () => stop.abort();
  }, []);
}

/** null when it could not be learnt. */
async function isLoggedIn(): Promise<boolean | null> {
  try {
    await siteApi().get('/api/me');
    return true;
  } catch (refusal) {
    return refusalOf(refusal).code === 'NOT_LOGGED_IN' ? false : null;
  }
}
