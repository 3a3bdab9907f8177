import type { SandboxClock } from './clock';
import { CALL_KINDS, millisecondsOf, type Fault, type Faults } from './faults';
import { redact, type Journal } from './journal';

/** A provider's response. A text or bytes as `body` are sent unchanged, any other value is sent as JSON. */
export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  /** The text that the journal stores in place of the body. */
  noted?: string;
}

/** A parsed call of a provider. */
export interface ProviderCall {
  service: string;
  /** `<METHOD> <path pattern>`. The path is relative to the provider's base URL. */
  op: string;
  request: Request;
  url: URL;
  body: Record<string, unknown>;
  params: Record<string, string>;
  /** Returns the error body of the provider, for faults that respond with an error status. */
  errorBody: (code: string, message: string) => unknown;
  /** Returns the fault that a special value in the call requests. Pending faults have priority. */
  magic?: () => Fault | null;
}

export interface FaultEffect {
  /** Whether the call must return the state before the last change. */
  stale: boolean;
  fault: Fault | null;
}

export interface ProviderContext {
  clock: SandboxClock;
  faults: Faults;
  journal: Journal;
  /** Aborted when the sandbox closes. */
  closing: AbortSignal;
}

const HOLD_MAX_MS = 120_000;
const DEFAULT_LATENCY_MS = 1_000;

/** A response of which the sandbox sends only the first half before it breaks the connection. */
export interface PartialAnswer {
  status: number;
  text: string;
}

/**
 * Returns the error that `fetch` throws for a broken connection. An HTTP server closes the socket for this
 * error.
 * @param partial the response of which half is sent; null: nothing is sent
 */
export function connectionBroken(partial: PartialAnswer | null = null): TypeError {
  return new TypeError('fetch failed', { cause: { code: 'ECONNRESET', sandbox: true, partial } });
}

/** Returns the cause of an error that `connectionBroken` created. Returns null for any other error. */
export function breakOf(error: unknown): { partial: PartialAnswer | null } | null {
  const cause: unknown = error instanceof TypeError ? error.cause : null;
  const isOurs = typeof cause === 'object' && cause !== null && 'sandbox' in cause;
  return isOurs ? (cause as unknown as { partial: PartialAnswer | null }) : null;
}

/** Waits `ms` milliseconds, or until a signal is aborted. */
export function wait(ms: number, signals: AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    for (const signal of signals) {
      if (signal.aborted) return done();
      signal.addEventListener('abort', done);
    }
  });
}

async function holdConnection(call: ProviderCall, context: ProviderContext): Promise<never> {
  const { signal } = call.request;
  await wait(HOLD_MAX_MS, [signal, context.closing]);
  // A client that aborted its request gets the reason of its own signal, as with `fetch`.
  signal.throwIfAborted();
  throw connectionBroken();
}

const STATUS_CODES: Record<number, string> = {
  401: 'authentication_failure',
  404: 'not_found',
  429: 'too_many_requests',
  500: 'internal_error',
  503: 'service_unavailable',
};

function statusAnswer(fault: Fault, call: ProviderCall): Answer {
  const status = Number(fault.args.status ?? 500);
  const code =
    typeof fault.args.code === 'string' ? fault.args.code : (STATUS_CODES[status] ?? 'bad_request');
  const body = fault.args.body ?? call.errorBody(code, 'the sandbox was told to fail this call');
  return { status, body };
}

const HTML_502 =
  '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';

/** Returns the response of a fault that replaces the whole response. Returns null for other faults. */
function faultyResponse(fault: Fault, call: ProviderCall): Answer | null {
  if (fault.kind === 'status') return statusAnswer(fault, call);
  if (fault.kind === 'html_502')
    return { status: 502, body: HTML_502, headers: { 'content-type': 'text/html' } };
  return null;
}

/** Adds an unknown field to every object of a response (`extra_fields`), or removes all null fields. */
export function reshape(value: unknown, kind: 'extra_fields' | 'missing_optional'): unknown {
  if (Array.isArray(value)) return value.map((inner) => reshape(inner, kind));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([, inner]) => kind === 'extra_fields' || inner !== null)
    .map(([key, inner]): [string, unknown] => [key, key === 'metadata' ? inner : reshape(inner, kind)]);
  return Object.fromEntries(kind === 'extra_fields' ? [...entries, ['unheard_of', 'surprise']] : entries);
}

function startEntry(call: ProviderCall, context: ProviderContext, fault: Fault | null) {
  const entry = {
    at: context.clock.now().toISOString(),
    service: call.service,
    op: call.op,
    request: {
      method: call.request.method,
      path: call.url.pathname,
      query: redact(Object.fromEntries(call.url.searchParams)) as Record<string, string>,
      body: redact(call.body),
    },
    fault: fault?.kind ?? null,
  };
  return (status: number | null, response: string | null) =>
    context.journal.add({ ...entry, status, response });
}

function toText(answer: Answer): string {
  if (answer.body instanceof Uint8Array) return `${answer.body.length} bytes`;
  return typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
}

function respond(answer: Answer, text: string): Response {
  return new Response(answer.body instanceof Uint8Array ? new Blob([new Uint8Array(answer.body)]) : text, {
    status: answer.status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...answer.headers },
  });
}

async function callWithFault(
  call: ProviderCall,
  context: ProviderContext,
  fault: Fault,
  work: Work,
): Promise<Response> {
  const note = startEntry(call, context, fault);
  const after = fault.args.after === true;
  if (fault.kind === 'latency') {
    await wait(millisecondsOf(fault.args) ?? DEFAULT_LATENCY_MS, [context.closing]);
  }
  if (fault.kind === 'timeout_before') {
    note(null, null);
    return holdConnection(call, context);
  }
  if (fault.kind === 'reset' && !after) {
    note(null, null);
    throw connectionBroken();
  }
  const early = after ? null : faultyResponse(fault, call);
  let answer = early ?? (await work({ stale: fault.kind === 'stale_read', fault }));
  if (after) answer = faultyResponse(fault, call) ?? answer;
  if (fault.kind === 'extra_fields' || fault.kind === 'missing_optional') {
    answer = { ...answer, body: reshape(answer.body, fault.kind) };
  }
  const text = toText(answer);
  note(answer.status, answer.noted ?? text);
  if (fault.kind === 'timeout_after') return holdConnection(call, context);
  if (fault.kind === 'reset') throw connectionBroken({ status: answer.status, text });
  if (fault.kind === 'bad_json') {
    return respond({ ...answer, status: 200 }, text.slice(0, Math.max(1, Math.floor(text.length / 2))));
  }
  return respond(answer, text);
}

type Work = (effect: FaultEffect) => Answer | Promise<Answer>;

/** Returns the fault that the caller requests with the header `x-fake-fault: <kind>`, or null. */
function findRequestedFault(call: ProviderCall): Fault | null {
  const kind = call.request.headers.get('x-fake-fault');
  if (kind === null || !CALL_KINDS.has(kind as Fault['kind'])) return null;
  const common = { id: 'header', times: 1, match: {}, args: {} };
  return { ...common, service: call.service, op: call.op, kind: kind as Fault['kind'] };
}

/**
 * Handles a call of a provider: applies the next matching fault, runs `work`, and adds the call to the
 * journal.
 * @throws TypeError 'fetch failed' if the fault breaks the connection
 */
export async function answerCall(
  call: ProviderCall,
  context: ProviderContext,
  work: Work,
): Promise<Response> {
  const facts = () => ({ ...Object.fromEntries(call.url.searchParams), ...call.params, ...call.body });
  const queued = findRequestedFault(call) ?? context.faults.take(CALL_KINDS, call.service, [call.op], facts);
  const fault = queued ?? call.magic?.() ?? null;
  if (fault !== null) return callWithFault(call, context, fault, work);
  const answer = await work({ stale: false, fault: null });
  const text = toText(answer);
  startEntry(call, context, null)(answer.status, answer.noted ?? text);
  return respond(answer, text);
}
