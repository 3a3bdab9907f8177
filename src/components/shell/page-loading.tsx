'use client';

import { useEffect } from 'react';
import { announceArrival, announceLoading } from './navigation';

/** Keeps the progress bar visible while the placeholder of a page is shown. */
export function PageLoading() {
  useEffect(() => {
    announceLoading();
    return announceArrival;
  }, []);
  return null;
}
