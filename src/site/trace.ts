import { whenIdle } from '@/components/monitoring/when-idle';

/**
 * Loads error tracing when the page is idle. The attribute `data-tracing` of the body is the DSN. Without it,
 * nothing is loaded.
 */
export function traceWhenIdle(): void {
  const { tracing } = document.body.dataset;
  if (tracing === undefined) return;
  whenIdle(() => void import('@/components/monitoring/tracer').then(({ start }) => start(tracing)));
}
