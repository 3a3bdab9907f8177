'use client';

import { usePathname } from 'next/navigation';
import { useLayoutEffect } from 'react';
import { isSealed, isTraced } from '@/monitoring/traced-pages';
import { whenIdle } from './when-idle';

let tracer: typeof import('./tracer') | null = null;
/** Whether this document started on a page with a card form or a payment. Null before the first render. */
let sealed: boolean | null = null;

/**
 * Removes the language from a path. Does not use `barePath`, so that pages need not load the module of all
 * paths.
 */
const bare = (path: string) => path.replace(/^\/(en|th)(?=\/|$)/, '') || '/';

/** Reports an error to error tracing. Called by the page that caught and showed the error. */
export function reportError(error: Error): void {
  tracer?.captureError(error);
}

/**
 * Loads error tracing and session replay when the page is interactive and idle. Does not load them on pages
 * with a card form or a secret, and pauses them before such a page is shown.
 */
export function Tracing({ dsn }: { dsn: string }) {
  const path = bare(usePathname());

  useLayoutEffect(() => {
    sealed ??= isSealed(path);
    if (sealed) return;
    if (!isTraced(path)) return tracer?.pause();
    if (tracer) return tracer.resume();
    return whenIdle(() => {
      void import('./tracer').then((loaded) => {
        if (tracer || !isTraced(bare(window.location.pathname))) return;
        tracer = loaded;
        loaded.start(dsn);
      });
    });
  }, [path, dsn]);

  return null;
}
