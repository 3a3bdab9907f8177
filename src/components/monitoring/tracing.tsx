'use client';

import { usePathname } from 'next/navigation';
import { useLayoutEffect } from 'react';
import { isSealed, isTraced } from '@/monitoring/traced-pages';
import { whenIdle } from './when-idle';

let tracer: typeof import('./tracer') | null = null;
/** Whether this document started on a payment page. */
let sealed: boolean | null = null;

/** Removes the language. Repeated here, so that pages need not load the module with all addresses. */
const bare = (path: string) => path.replace(/^\/(en|th)(?=\/|$)/, '') || '/';

/** Passes an error that a page caught and showed to error tracing. */
export function reportError(error: Error): void {
  tracer?.captureError(error);
}

/**
 * Loads error tracing and session replay when the page is interactive and idle. It does not load on pages with a card or
 * a secret, and pauses before such a page is shown.
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
