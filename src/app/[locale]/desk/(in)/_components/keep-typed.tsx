'use client';

import { useEffect } from 'react';
import { keepInput } from '@/components/session/kept-input';

/** Stores what is typed when the tab is hidden or reloaded, so that it survives an ended session and the log-in. */
export function KeepTyped() {
  useEffect(() => {
    const stop = new AbortController();
    const onHidden = () => {
      if (document.visibilityState === 'hidden') keepInput();
    };
    document.addEventListener('visibilitychange', onHidden, stop);
    window.addEventListener('pagehide', keepInput, stop);
    return () => stop.abort();
  }, []);
  return null;
}
