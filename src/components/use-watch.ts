import { useEffect } from 'react';

/** Runs code that needs no React while the component is shown. The site's script runs the same code. */
export function useWatch(watch: (signal: AbortSignal) => void): void {
  useEffect(() => {
    const stop = new AbortController();
    watch(stop.signal);
    return () => stop.abort();
  }, [watch]);
}
