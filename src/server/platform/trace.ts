import { AsyncLocalStorage } from 'node:async_hooks';
import { processState } from '@/process-state';
import { pooledBytes } from './ids';

/** The bytes of a trace id and of a span id (https://www.w3.org/TR/trace-context/#traceparent-header). */
const TRACE_BYTES = 16;
const SPAN_BYTES = 8;

interface Trace {
  id: string;
}

const traces = () => processState('trace', () => new AsyncLocalStorage<Trace>());

/**
 * Runs `work` under a trace: its log lines, jobs and calls to other services carry the id.
 * @param id the trace of the request that caused the work; default: a new one
 */
export function inTrace<T>(work: () => T, id = pooledBytes(TRACE_BYTES).toString('hex')): T {
  return traces().run({ id }, work);
}

/** Returns the id of the present trace: 32 hexadecimal digits. Undefined outside of requests and jobs. */
export const traceId = (): string | undefined => presentTrace()?.id;

/** Returns the present trace, one object for each request or job. Undefined outside of them. */
export const presentTrace = (): Readonly<Trace> | undefined => traces().getStore();

/** Returns the header that names the present trace to another service. Empty outside of requests and jobs. */
export function traceHeaders(): { traceparent?: string } {
  const id = traceId();
  return id === undefined ? {} : { traceparent: `00-${id}-${pooledBytes(SPAN_BYTES).toString('hex')}-01` };
}
