'use client';

import { useEffect } from 'react';
import { announceArrival, announceLoading } from './navigation';

/** Keeps the progress bar running while the skeleton of a page is shown. */
export function PageLoading() {
  useEffect(() => {
    announceLoading();
    return announceArrival;
  }, []);
  return null;
}
