'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** The result of an action that opens another page. The form then stays busy until that page is shown. */
export type Leaving = 'leaving';

/**
 * Allows one action at a time. `begin` returns false while another action runs. An action also ends when the
 * browser restores the page from its cache.
 */
export function useOneAtATime() {
  // A ref, because a state changes too late for a double click.
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
