import type { ErrorEvent, Event, StackFrame } from '@sentry/browser';
import { scrubText } from '@/monitoring/scrub';

/**
 * The fields that may leave the browser. Of errors that is their class and place. Messages are kept only if the
 * JavaScript engine writes them, because all others may quote user input.
 */

/** Classes whose messages name code, never values. */
const SPEAKS_OF_CODE = /^(TypeError|ReferenceError|ChunkLoadError)$/;
const REACT_NUMBER = /Minified React error #\d+/;
/** Operations whose description is an address, which is cleaned. */
const DESCRIBED = /^(http|resource|navigation|pageload|browser)/;
const SPAN_DATA = /^(sentry\.(op|origin|sample_rate|source)|http\.(request\.method|response\.status_code))$/;

/** Returns a page's address without ids: `/account/orders/{id}`. */
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

/** Returns the common fields of errors and transactions. */
function outline<T extends Event>(event: T) {
  const { event_id, timestamp, start_timestamp, platform, level, environment, release, sdk, debug_meta } =
    event;
  const { trace, replay } = event.contexts ?? {};
  const replayId = event.tags?.replayId;
  return {
    ...{ event_id, timestamp, start_timestamp, platform, level, environment, release, sdk, debug_meta },
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

/** Returns the sendable part of an error. */
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

/** Returns the sendable part of a transaction: durations without personal data. */
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

/** Returns the sendable part of a recorded event: of a click the element type, of the console nothing. */
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
