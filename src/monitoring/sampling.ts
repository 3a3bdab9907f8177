import { MINUTE_MS } from '../domain/duration';

/** The settings of error tracing and session replay (section 9 of the specification). */
export const MONITORING = {
  tracesSampleRate: 0.1,
  replaysSessionSampleRate: 0.1,
  replaysOnErrorSampleRate: 1,
  /** Recording pauses after this time without user activity. */
  replayIdlePauseMs: 5 * MINUTE_MS,
  /** A new recording begins after this time without user activity. */
  replayIdleExpiryMs: 15 * MINUTE_MS,
  replayMaxMs: 60 * MINUTE_MS,
  replayFlushMinMs: 5_000,
  replayFlushMaxMs: 5_500,
} as const;
