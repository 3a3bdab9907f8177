import type { Sandbox } from '@/sandbox/server';
import type { Random } from './random';
import type { Scheduler } from './scheduler';

export const OUTSIDE = 'http://outside.sim';

/** How many times as often as any other call a charge or a refund goes wrong; there are few refunds in a run. */
const WORSE = { charges: 3, refunds: 10 };

/** How a call to a provider can go wrong, and how often it does, in calls. */
export type FaultMix = Record<
  'lost' | 'answer_lost' | 'late' | 'refused' | 'busy' | 'broken' | 'unreadable' | 'away',
  number
>;

/** What becomes of webhooks, as shares of them. */
export type WebhookMix = Record<'lost' | 'late' | 'repeated', number>;

export interface OutsideOptions {
  sandbox: () => Sandbox;
  scheduler: Scheduler;
  random: Random;
  mix: () => FaultMix | null;
  /** Whether the card gateway answers only errors now. */
  isBrownedOut: () => boolean;
  /** Does something later: a request that the network held back. */
  later: (what: string, work: () => Promise<void>) => void;
  count: (fault: string) => void;
  /** Whether a read shows the state before the last change, as a replica that lags behind would. */
  isStale: (method: string, path: string) => boolean;
}

const cut = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });

/**
 * A `fetch` behind which the sandbox is a library: each call waits for its turn twice, and may be lost on its way,
 * carried out with the answer lost, carried out long after the caller gave up, or refused in every way there is.
 */
export function createOutside(options: OutsideOptions): typeof fetch {
  const { scheduler } = options;
  const ask = async (request: Request): Promise<Response> => {
    const answer = await options.sandbox().fetch(request);
    // Read whole before the turn is given away, as a socket's buffer would have it.
    return new Response(await answer.arrayBuffer(), { status: answer.status, headers: answer.headers });
  };
  return async (input, init) => {
    const request = new Request(input, { ...init, signal: null });
    const path = new URL(request.url).pathname;
    if (!request.url.startsWith(OUTSIDE)) throw new Error(`the simulation has no ${request.url}`);
    await scheduler.gate(`ask ${request.method} ${path}`);
    if (options.isStale(request.method, path)) {
      request.headers.set('x-fake-fault', 'stale_read');
      options.count('stale read');
    }
    const isBrownedOut = path.startsWith('/omise/api/') && options.isBrownedOut();
    const fault = isBrownedOut ? 'broken' : drawFault(request, path, options);
    if (fault) options.count(fault);
    const answer = await scheduler.holdTurn(() => spoil(fault, request, ask, options));
    await scheduler.gate(`told ${request.method} ${path}`);
    return answer();
  };
}

function drawFault(
  { method }: Request,
  path: string,
  { mix: mixNow, random }: OutsideOptions,
): keyof FaultMix | null {
  const mix = mixNow();
  const last = path.slice(path.lastIndexOf('/') + 1);
  const worse = method === 'POST' && (last === 'charges' || last === 'refunds') ? WORSE[last] : 1;
  return mix && random.chance(totalOf(mix) * worse) ? random.weighted(mix) : null;
}

const totalOf = (mix: FaultMix) => Object.values(mix).reduce((sum, share) => sum + share, 0);

type Ask = (request: Request) => Promise<Response>;

async function spoil(
  fault: keyof FaultMix | null,
  request: Request,
  ask: Ask,
  options: OutsideOptions,
): Promise<() => Response> {
  const fail = (code: string) => () => {
    throw cut(code);
  };
  const say = (status: number, text: string) => () => new Response(text, { status });
  switch (fault) {
    case null: {
      const answer = await ask(request);
      return () => answer;
    }
    case 'lost':
      return fail('ECONNRESET');
    case 'answer_lost':
      await ask(request);
      return fail('ECONNRESET');
    case 'late':
      options.later(`late ${request.method}`, async () => void (await ask(request)));
      return fail('UND_ERR_HEADERS_TIMEOUT');
    case 'refused':
      return fail('ECONNREFUSED');
    case 'away':
      return fail('ENOTFOUND');
    case 'busy':
      return say(429, '{"object":"error","code":"too_many_requests","message":"slow down"}');
    case 'broken':
      if (options.random.chance(0.5)) await ask(request);
      return say(500, '<html>500</html>');
    case 'unreadable':
      await ask(request);
      return say(200, '{"object":"cha');
  }
}
