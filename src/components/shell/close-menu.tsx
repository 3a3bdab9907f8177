'use client';

import { useEffect } from 'react';
import { watchMenu } from './watch-menu';

/** Runs `watchMenu`, which closes the menu, on a page with client navigation. */
export function CloseMenu() {
  useEffect(() => {
    const stop = new AbortController();
    watchMenu(stop.signal);
    return () => stop.abort();
  }, []);
  return null;
}
