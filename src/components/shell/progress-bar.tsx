'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { announceArrival } from './navigation';
import classes from './progress-bar.module.css';
import { runProgress } from './run-progress';

/** Shows a bar at the top of the page during a navigation that takes longer than 100 ms. */
export function ProgressBar() {
  const [running, setRunning] = useState(false);
  const pathname = usePathname();
  const search = useSearchParams();

  useEffect(() => {
    const watching = new AbortController();
    runProgress(setRunning, watching.signal);
    return () => watching.abort();
  }, []);

  useEffect(() => announceArrival(), [pathname, search]);

  return <div className={classes.bar} data-running={running || undefined} aria-hidden />;
}
