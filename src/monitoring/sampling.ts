import { MINUTE_MS } from '../domain/duration';

/** Error tracing and session replay: the numbers of the specification (its section 9), all of them, here only. */
export const MONITORING = {
  tracesSampleRate: 0.1,
  replaysSessionSampleRate: 0.1,
  replaysOnErrorSampleRate: 1,
  /** Nothing is recorded while nobody does anything for so long. */
  replayIdlePauseMs: 5 * MINUTE_MS,
  /** After so long a new recording begins. */
  replayIdleExpiryMs: 15 * MINUTE_MS,
  replayMaxMs: 60 * MINUTE_MS,
  replayFlushMinMs: 5_000,
  replayFlushMaxMs: 5_500,
} as const;
