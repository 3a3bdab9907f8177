'use client';

import { useEffect } from 'react';
import { announceArrival, announceLoading } from './navigation';

/** Keeps the progress bar running while a page's skeleton is shown. */
export function PageLoading() {
  useEffect(() => {
    announceLoading();
    return announceArrival;
  }, []);
  return null;
}
