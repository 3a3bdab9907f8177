import { whenIdle } from '@/components/monitoring/when-idle';

/** Loads error tracing when the page is idle, if `data-tracing` of the body names a receiver. */
export function traceWhenIdle(): void {
  const { tracing } = document.body.dataset;
  if (tracing === undefined) return;
  whenIdle(() => void import('@/components/monitoring/tracer').then(({ start }) => start(tracing)));
}
