'use client';

import { usePathname } from 'next/navigation';
import { useLayoutEffect } from 'react';
import { isSealed, isTraced } from '@/monitoring/traced-pages';

/** Where a browser knows no idle time. */
const WAIT_MS = 2_000;

let tracer: typeof import('./tracer') | null = null;
/** Whether this document began where a payment is made. */
let sealed: boolean | null = null;

/** Without its language; written here, so that every page need not load what knows all addresses. */
const bare = (path: string) => path.replace(/^\/(en|th)(?=\/|$)/, '') || '/';

/** Tells error tracing of an error that a page has caught and shown. */
export function tellOfError(error: Error): void {
  tracer?.tell(error);
}

/**
 * Error tracing and session replay, loaded once the page can be used and has nothing better to do; on pages with a card
 * or a secret it is not loaded, and stops before anything of them is shown.
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

/** @returns what calls it off */
function whenIdle(act: () => void): () => void {
  let timer: number | undefined;
  const wait = () => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(act);
    else timer = setTimeout(act, WAIT_MS) as unknown as number;
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
  return () => {
    window.removeEventListener('load', wait);
    clearTimeout(timer);
  };
}
