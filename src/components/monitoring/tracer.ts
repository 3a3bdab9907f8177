import {
  browserTracingIntegration,
  captureException,
  dedupeIntegration,
  getClient,
  globalHandlersIntegration,
  init,
  replayIntegration,
} from '@sentry/browser';
import { MONITORING } from '@/monitoring/sampling';
import { cleanError, cleanRecorded, cleanTransaction, pageName } from './cleaning';
import { cleaningTransport } from './transport';

/* This module is loaded by tracing.tsx when a page is idle. It is never part of the first load of a page. */

/**
 * The idle timeouts of the replay library in milliseconds. The library has no option for them, but reads this
 * internal object at each use. A unit test checks this.
 */
interface Timeouts {
  _replay?: { timeouts: { sessionIdlePause: number; sessionIdleExpire: number } };
}

let replay: ReturnType<typeof replayIntegration> | undefined;

/** Starts error tracing and, for sampled documents, replay recording. Called once per document. */
export function start(dsn: string): void {
  replay = replayIntegration({
    flushMinDelay: MONITORING.replayFlushMinMs,
    flushMaxDelay: MONITORING.replayFlushMaxMs,
    maxReplayDuration: MONITORING.replayMaxMs,
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    maskAttributes: [
      'title',
      'placeholder',
      'aria-label',
      'aria-description',
      'alt',
      'value',
      'data-account',
    ],
    networkDetailAllowUrls: [],
    networkCaptureBodies: false,
    // The transport cleans recordings as text and then compresses them. The library's compression worker is
    // not used.
    useCompression: false,
    beforeAddRecordingEvent: cleanRecorded,
  });
  init({
    dsn,
    defaultIntegrations: false,
    integrations: [
      globalHandlersIntegration(),
      dedupeIntegration(),
      browserTracingIntegration({
        beforeStartSpan: (span) => ({ ...span, name: pageName(window.location.pathname) }),
        linkPreviousTrace: 'off',
      }),
      replay,
    ],
    tracesSampleRate: MONITORING.tracesSampleRate,
    replaysSessionSampleRate: MONITORING.replaysSessionSampleRate,
    replaysOnErrorSampleRate: MONITORING.replaysOnErrorSampleRate,
    sendDefaultPii: false,
    sendClientReports: false,
    maxBreadcrumbs: 0,
    tracePropagationTargets: [],
    beforeSend: cleanError,
    beforeSendTransaction: cleanTransaction,
    transport: cleaningTransport,
  });
  const { timeouts } = (replay as unknown as Timeouts)._replay ?? {};
  if (timeouts) {
    timeouts.sessionIdlePause = MONITORING.replayIdlePauseMs;
    timeouts.sessionIdleExpire = MONITORING.replayIdleExpiryMs;
  }
}

/** Stops replay recording and all sending immediately. */
export function pause(): void {
  const options = getClient()?.getOptions();
  if (options) options.enabled = false;
  void replay?.stop();
}

/** Resumes tracing after `pause`. Each error is sent with a replay of the minute before it. */
export function resume(): void {
  const options = getClient()?.getOptions();
  if (!options || options.enabled !== false) return;
  options.enabled = true;
  replay?.startBuffering();
}

/** Sends an error that an error page has caught. */
export function captureError(error: Error): void {
  captureException(error);
}
