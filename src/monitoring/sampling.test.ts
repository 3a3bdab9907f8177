import { expect, test } from 'vitest';
import { MONITORING } from './sampling';

test('the monitoring settings are the numbers of the specification', () => {
  expect(MONITORING).toEqual({
    tracesSampleRate: 0.1,
    replaysSessionSampleRate: 0.1,
    replaysOnErrorSampleRate: 1,
    replayIdlePauseMs: 300_000,
    replayIdleExpiryMs: 900_000,
    replayMaxMs: 3_600_000,
    replayFlushMinMs: 5_000,
    replayFlushMaxMs: 5_500,
  });
});
