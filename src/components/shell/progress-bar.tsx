'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import classes from './progress-bar.module.css';

const DELAY_MS = 100;
const LONGEST_MS = 20_000;
const STARTED = 'ira:navigation-started';
const ENDED = 'ira:navigation-ended';

/** Call before router.push: a link announces itself, a router does not. */
export function announceNavigation(): void {
  window.dispatchEvent(new Event(STARTED));
}

/** Call when a navigation ended without a new address, as an error page does. */
export function announceArrival(): void {
  window.dispatchEvent(new Event(ENDED));
}

/** The bar at the top while a page is on its way: after 100 ms, until it has arrived or failed. */
export function ProgressBar() {
  const [running, setRunning] = useState(false);
  const pathname = usePathname();
  const search = useSearchParams();

  useEffect(() => {
    let delay: number | undefined;
    let limit: number | undefined;
    const stop = () => {
      window.clearTimeout(delay);
      window.clearTimeout(limit);
      setRunning(false);
    };
    const start = () => {
      stop();
      delay = window.setTimeout(() => setRunning(true), DELAY_MS);
      limit = window.setTimeout(stop, LONGEST_MS);
    };
    const onClick = (event: MouseEvent) => {
      if (leadsAway(event)) start();
    };
    document.addEventListener('click', onClick);
    window.addEventListener(STARTED, start);
    window.addEventListener(ENDED, stop);
    window.addEventListener('pageshow', stop);
    return () => {
      stop();
      document.removeEventListener('click', onClick);
      window.removeEventListener(STARTED, start);
      window.removeEventListener(ENDED, stop);
      window.removeEventListener('pageshow', stop);
    };
  }, []);

  useEffect(() => announceArrival(), [pathname, search]);

  return <div className={classes.bar} data-running={running || undefined} aria-hidden />;
}

function leadsAway(event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target === '_blank' || link.hasAttribute('download')) return false;
  if (link.origin !== window.location.origin) return false;
  return link.pathname !== window.location.pathname || link.search !== window.location.search;
}
