import { monotonicMs } from '../platform/clock';
import { log } from '../platform/log';
import { traceHeaders } from '../platform/trace';

/** The result of an HTTP call to an external service. `maybeDone` is false only if the call certainly had no effect. */
export type HttpAnswer =
  | { kind: 'answered'; status: number; body: Record<string, unknown> }
  | { kind: 'failed'; maybeDone: boolean; why: string };

const NEVER_REACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

function causeCode(error: unknown): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === 'string') return code;
    if (at instanceof AggregateError && at.errors.length > 0) return causeCode(at.errors[0]);
  }
  return error instanceof Error ? error.name : 'error';
}

/** Returns why `fetch` failed, and whether the call may still have had an effect (`maybeDone`). */
export function whyUnanswered(error: unknown): { maybeDone: boolean; why: string } {
  const why = causeCode(error);
  return { maybeDone: !NEVER_REACHED.has(why), why };
}

/** Returns a path with its ids replaced by `*`, for the log. */
const withoutIds = (url: string) => new URL(url).pathname.replaceAll(/\/[^/]*[\d_][^/]*/g, '/*');

/**
 * Makes one call without a retry, and logs it without its data. Never throws. `maybeDone` is false after a refused connection, an unknown host or 429.
 * It is true after a time-out, a cut or unreadable response, or 5xx.
 */
export async function callJson(url: string, options: CallOptions): Promise<HttpAnswer> {
  const started = monotonicMs();
  const answer = await callOnce(url, options);
  log.info('gateway.called', {
    route: `${options.method} ${withoutIds(url)}`,
    durationMs: Math.round(monotonicMs() - started),
    ...(answer.kind === 'answered' ? { providerStatus: answer.status } : { code: answer.why }),
  });
  return answer;
}

interface CallOptions {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
  timeoutMs: number;
}

async function callOnce(url: string, options: CallOptions): Promise<HttpAnswer> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: options.method,
      headers: {
        ...options.headers,
        ...traceHeaders(),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      signal: AbortSignal.timeout(options.timeoutMs),
      redirect: 'error',
    });
    text = await response.text();
  } catch (error) {
    return { kind: 'failed', ...whyUnanswered(error) };
  }
  if (response.status === 429) return { kind: 'failed', maybeDone: false, why: 'HTTP_429' };
  if (response.status >= 500) return { kind: 'failed', maybeDone: true, why: `HTTP_${response.status}` };
  const body = readJson(text);
  if (typeof body === 'object' && body !== null) {
    return { kind: 'answered', status: response.status, body: body as Record<string, unknown> };
  }
  return { kind: 'failed', maybeDone: true, why: 'UNREADABLE' };
}

/**
 * Parses JSON, with or without a byte order mark; returns undefined for invalid text. Does not throw, because the
 * parser's error quotes the text.
 */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
