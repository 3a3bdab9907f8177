'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Returned by an action that navigates to another page: the form stays busy until that page is shown. */
export type Leaving = 'leaving';

/** Allows one action at a time: `begin` returns false during another. A page restored from the browser's cache is free. */
export function useOneAtATime() {
  // A state would be one render too late for a double click.
  const underWay = useRef(false);
  const [busy, setBusy] = useState(false);
  const set = (next: boolean) => {
    underWay.current = next;
    setBusy(next);
  };
  const begin = (): boolean => {
    if (underWay.current) return false;
    set(true);
    return true;
  };
  const end = () => set(false);
  const comeBack = useEffectEvent(end);

  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent) => {
      if (persisted) comeBack();
    };
    window.addEventListener('pageshow', look);
    return () => window.removeEventListener('pageshow', look);
  }, []);

  return { busy, begin, end };
}
