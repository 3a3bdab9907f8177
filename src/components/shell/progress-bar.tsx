'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { announceArrival, watchNavigations } from './navigation';
import classes from './progress-bar.module.css';

const DELAY_MS = 100;
const LONGEST_MS = 20_000;

/** Shows a bar at the top during a navigation of more than 100 ms, until it succeeds or fails. */
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
    const watching = new AbortController();
    watchNavigations(start, stop, watching.signal);
    return () => {
      stop();
      watching.abort();
    };
  }, []);

  useEffect(() => announceArrival(), [pathname, search]);

  return <div className={classes.bar} data-running={running || undefined} aria-hidden />;
}
