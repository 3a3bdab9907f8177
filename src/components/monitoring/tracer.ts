import {
  browserTracingIntegration,
  captureException,
  dedupeIntegration,
  getClient,
  globalHandlersIntegration,
  init,
  replayIntegration,
  makeFetchTransport,
  type BrowserOptions,
} from '@sentry/browser';
import { MONITORING } from '@/monitoring/sampling';
import { cleanError, cleanRecorded, cleanTransaction, pageName } from './cleaning';
import { scrubDeep } from '@/monitoring/scrub';

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

type MakeTransport = NonNullable<BrowserOptions['transport']>;
type Envelope = Parameters<ReturnType<MakeTransport>['send']>[0];
type Item = [Record<string, unknown>, unknown];

/**
 * Sends all tracing data of the browser. Removes personal data from events and recordings once more.
 * Compresses recordings in the format of the receiver: a line of JSON, then zlib.
 */
const cleaningTransport: MakeTransport = (options) => {
  const inner = makeFetchTransport(options);
  return { ...inner, send: async (envelope) => inner.send(await cleanEnvelope(envelope)) };
};

async function cleanEnvelope(envelope: Envelope): Promise<Envelope> {
  const [head, items] = envelope as unknown as [Record<string, unknown>, Item[]];
  const { trace, ...rest } = head;
  const clean = await Promise.all(items.map(cleanItem));
  return [
    { ...rest, ...(trace === undefined ? {} : { trace: scrubDeep(trace) }) },
    clean,
  ] as unknown as Envelope;
}

async function cleanItem([head, payload]: Item): Promise<Item> {
  if (head.type !== 'replay_recording') return [head, scrubDeep(payload)];
  const text = typeof payload === 'string' ? payload : '\n[]';
  const cut = text.indexOf('\n');
  const events = JSON.stringify(scrubDeep(JSON.parse(text.slice(cut + 1))));
  const packed = await pack(`${text.slice(0, cut)}\n`, events);
  return [{ ...head, length: packed.length }, packed];
}

/**
 * Compresses `body`.
 * @returns `line` unchanged, followed by the compressed body. The body is uncompressed if the browser does
 * not support compression
 */
async function pack(line: string, body: string): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  if (typeof CompressionStream === 'undefined') return encoder.encode(line + body);
  const stream = new Blob([body]).stream().pipeThrough(new CompressionStream('deflate'));
  const compressed = new Uint8Array(await new Response(stream).arrayBuffer());
  const head = encoder.encode(line);
  const whole = new Uint8Array(head.length + compressed.length);
  whole.set(head);
  whole.set(compressed, head.length);
  return whole;
}
