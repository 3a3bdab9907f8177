import type { ErrorEvent, Event, StackFrame } from '@sentry/browser';
import { scrubText } from '@/monitoring/scrub';

/**
 * Functions that remove personal data from tracing events before they leave the browser. Errors keep their
 * class and their place in the code. Error messages are kept only if the JavaScript engine writes them,
 * because other messages may quote user input.
 */

/** Error classes whose messages contain names in the code and never user input. */
const SPEAKS_OF_CODE = /^(TypeError|ReferenceError|ChunkLoadError)$/;
const REACT_NUMBER = /Minified React error #\d+/;
/** Span operations whose description is a URL. The URL is cleaned before it is sent. */
const DESCRIBED = /^(http|resource|navigation|pageload|browser)/;
const SPAN_DATA = /^(sentry\.(op|origin|sample_rate|source)|http\.(request\.method|response\.status_code))$/;

/** Returns a URL path with its ids replaced, for example `/account/orders/{id}`. */
export function pageName(path: string): string {
  return path.replace(/\/[^/]*[\d_][^/]*/g, '/{id}');
}

function wordsOf(type: string, value: string): string {
  const number = REACT_NUMBER.exec(value);
  if (number) return number[0];
  return SPEAKS_OF_CODE.test(type) ? scrubText(value) : '';
}

function cleanFrame({ filename, function: name, lineno, colno, in_app }: StackFrame): StackFrame {
  return { filename: filename && scrubText(filename), function: name, lineno, colno, in_app };
}

/** Returns the fields that are sent for both errors and transactions. */
function outline<T extends Event>(event: T) {
  const { event_id, timestamp, start_timestamp, platform, level, environment, release, sdk, debug_meta } =
    event;
  const { trace, replay } = event.contexts ?? {};
  const replayId = event.tags?.replayId;
  return {
    event_id,
    timestamp,
    start_timestamp,
    platform,
    level,
    environment,
    release,
    sdk,
    debug_meta,
    transaction: event.transaction,
    contexts: {
      ...(trace && {
        trace: { trace_id: trace.trace_id, span_id: trace.span_id, op: trace.op, status: trace.status },
      }),
      ...(replay && { replay }),
    },
    tags: replayId === undefined ? {} : { replayId },
    sdkProcessingMetadata: event.sdkProcessingMetadata,
  };
}

/** Returns a copy of an error event without personal data. */
export function cleanError(event: ErrorEvent): ErrorEvent {
  const values = event.exception?.values?.map(({ type = 'Error', value = '', stacktrace, mechanism }) => ({
    type,
    value: wordsOf(type, value),
    mechanism: mechanism && { type: mechanism.type, handled: mechanism.handled },
    stacktrace: stacktrace && { frames: stacktrace.frames?.map(cleanFrame) },
  }));
  return { ...outline(event), type: undefined, exception: { values } };
}

type TransactionEvent = Event & { type: 'transaction' };

/** Returns a copy of a transaction event without personal data. It keeps the durations. */
export function cleanTransaction(event: TransactionEvent): TransactionEvent {
  const spans = event.spans?.map((span) => ({
    ...span,
    description: DESCRIBED.test(span.op ?? '') ? scrubText(span.description ?? '') : span.op,
    data: Object.fromEntries(Object.entries(span.data).filter(([key]) => SPAN_DATA.test(key))),
  }));
  const { measurements, transaction_info } = event;
  return { ...outline(event), type: 'transaction', spans, measurements, transaction_info };
}

interface Recorded {
  type: number;
  timestamp: number;
  data: { tag: string; payload: unknown };
}

/**
 * Returns a copy of a replay event without personal data. A click keeps only the type of its element. Returns
 * null for console output, which is never sent.
 */
export function cleanRecorded<T extends { type: number }>(event: T): T | null {
  const { tag, payload } = (event as unknown as Recorded).data;
  if (tag !== 'breadcrumb') return event;
  const note = payload as { category?: string; message?: string; data?: Record<string, unknown> };
  if (note.category === 'console') return null;
  if (!note.category?.startsWith('ui.')) return event;
  const node = note.data?.node as { id?: number; tagName?: string } | undefined;
  const seen = { nodeId: note.data?.nodeId, ...(node && { node: { id: node.id, tagName: node.tagName } }) };
  const data = { tag, payload: { ...note, message: node?.tagName, data: seen } };
  return { ...event, data };
}
