import { MINUTE_MS } from '../domain/duration';

/** The settings of error tracing and session replay (section 9 of the specification). */
export const MONITORING = {
  tracesSampleRate: 0.1,
  replaysSessionSampleRate: 0.1,
  replaysOnErrorSampleRate: 1,
  /** The time without user activity after which recording pauses. */
  replayIdlePauseMs: 5 * MINUTE_MS,
  /** The time without user activity after which a new recording begins. */
  replayIdleExpiryMs: 15 * MINUTE_MS,
  replayMaxMs: 60 * MINUTE_MS,
  replayFlushMinMs: 5_000,
  replayFlushMaxMs: 5_500,
} as const;
