import type { Sandbox } from '@/sandbox/server';
import type { Random } from './random';
import type { Scheduler } from './scheduler';

export const SANDBOX_URL = 'http://outside.sim';

/** How many times more often charges and refunds fail than other calls. */
const FAULT_FACTORS = { charges: 3, refunds: 10 };

/** The probability of each fault for a call to a provider. */
export type FaultMix = Record<
  'lost' | 'response_lost' | 'late' | 'refused' | 'throttled' | 'broken' | 'truncated' | 'unreachable',
  number
>;

/** The probability of each fault for a webhook. */
export type WebhookMix = Record<'lost' | 'late' | 'repeated', number>;

export interface FaultyFetchOptions {
  sandbox: () => Sandbox;
  scheduler: Scheduler;
  random: Random;
  mix: () => FaultMix | null;
  /** Whether the card gateway responds only with errors now. */
  hasGatewayOutage: () => boolean;
  /** Schedules a request that the network delays. */
  later: (what: string, work: () => Promise<void>) => void;
  count: (fault: string) => void;
  /** Whether the response to a read leaves out the last refund, as from a database replica that is behind. */
  isStale: (method: string, path: string) => boolean;
}

/** Tasks share this read, as callers of one process do. A killed task would leave the others waiting for ever. */
const SHARED_READ = '/omise/api/capability';

const connectionError = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });

/**
 * Creates a `fetch` that calls the sandbox in this process. Each call waits at a gate before and after the request,
 * except `SHARED_READ`.
 * A fault may lose the request or the response, delay the request beyond the caller's timeout, or return an error.
 */
export function createFaultyFetch(options: FaultyFetchOptions): typeof fetch {
  const { scheduler } = options;
  const send = async (request: Request): Promise<Response> => {
    const response = await options.sandbox().fetch(request);
    // The body is read completely before another task runs, as from a socket's buffer.
    return new Response(await response.arrayBuffer(), { status: response.status, headers: response.headers });
  };
  return async (input, init) => {
    const request = new Request(input, { ...init, signal: null });
    const path = new URL(request.url).pathname;
    if (!request.url.startsWith(SANDBOX_URL)) throw new Error(`no simulated provider for ${request.url}`);
    const gate = async (when: string) => {
      if (path !== SHARED_READ) await scheduler.gate(`${when} ${request.method} ${path}`);
    };
    await gate('before');
    if (options.isStale(request.method, path)) {
      request.headers.set('x-fake-fault', 'stale_read');
      options.count('stale read');
    }
    const hasGatewayOutage = path.startsWith('/omise/api/') && options.hasGatewayOutage();
    const fault = hasGatewayOutage ? 'broken' : drawFault(request, path, options);
    if (fault) options.count(fault);
    const response = await scheduler.runExclusive(() => respondWithFault(fault, request, send, options));
    await gate('after');
    return response();
  };
}

function drawFault(
  { method }: Request,
  path: string,
  { mix: mixNow, random }: FaultyFetchOptions,
): keyof FaultMix | null {
  const mix = mixNow();
  const last = path.slice(path.lastIndexOf('/') + 1);
  const worse = method === 'POST' && (last === 'charges' || last === 'refunds') ? FAULT_FACTORS[last] : 1;
  return mix && random.chance(sumOf(mix) * worse) ? random.weighted(mix) : null;
}

const sumOf = (mix: FaultMix) => Object.values(mix).reduce((sum, share) => sum + share, 0);

type Send = (request: Request) => Promise<Response>;

async function respondWithFault(
  fault: keyof FaultMix | null,
  request: Request,
  send: Send,
  options: FaultyFetchOptions,
): Promise<() => Response> {
  const fail = (code: string) => () => {
    throw connectionError(code);
  };
  const respond = (status: number, text: string) => () => new Response(text, { status });
  switch (fault) {
    case null: {
      const response = await send(request);
      return () => response;
    }
    case 'lost':
      return fail('ECONNRESET');
    case 'response_lost':
      await send(request);
      return fail('ECONNRESET');
    case 'late':
      options.later(`late ${request.method}`, async () => void (await send(request)));
      return fail('UND_ERR_HEADERS_TIMEOUT');
    case 'refused':
      return fail('ECONNREFUSED');
    case 'unreachable':
      return fail('ENOTFOUND');
    case 'throttled':
      return respond(429, '{"object":"error","code":"too_many_requests","message":"slow down"}');
    case 'broken':
      if (options.random.chance(0.5)) await send(request);
      return respond(500, '<html>500</html>');
    case 'truncated':
      await send(request);
      return respond(200, '{"object":"cha');
  }
}
