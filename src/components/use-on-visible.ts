'use client';

import { useEffect, useRef } from 'react';

/** Calls `onVisible` each time the tab becomes visible again. */
export function useOnVisible(onVisible: () => void): void {
  const latest = useRef(onVisible);
  useEffect(() => {
    latest.current = onVisible;
  });
  useEffect(() => {
    const stop = new AbortController();
    const listen = () => document.visibilityState === 'visible' && latest.current();
    document.addEventListener('visibilitychange', listen, { signal: stop.signal });
    return () => stop.abort();
  }, []);
}
