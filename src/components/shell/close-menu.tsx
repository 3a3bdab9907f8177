'use client';

import { useEffect } from 'react';
import { watchMenu } from './watch-menu';

/** Closes the menu of a page with the router. */
export function CloseMenu() {
  useEffect(() => {
    const stop = new AbortController();
    watchMenu(stop.signal);
    return () => stop.abort();
  }, []);
  return null;
}
