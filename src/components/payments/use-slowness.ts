'use client';

import { useEffect, useState } from 'react';

const SLOW_MS = 8000;

/** Whether a payment takes so long that the page should explain the wait. */
export function useSlowness(busy: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = window.setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      window.clearTimeout(timer);
      setSlow(false);
    };
  }, [busy]);
  return isSlow;
}
