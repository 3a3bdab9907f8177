'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** What something answers that leads to another page: it stays under way until that one is there. */
export type Leaving = 'leaving';

/** One at a time: `begin` is false while something is under way. Whoever comes back to a page that was left finds it free. */
export function useOneAtATime() {
  // A state would be one render late for somebody who presses twice.
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
