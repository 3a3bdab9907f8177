import { setTimeout as sleep } from 'node:timers/promises';
import { DELIVERY, GOOD_CARD, registration } from '../../../src/testing/browser';
import { createCardToken } from '../../../src/testing/cards';
import { createClient, type ApiResponse } from '../../../src/testing/crashes/http-client';

type Kind = 'read' | 'skip' | 'register';

/** One request of the load. */
export interface Sample {
  kind: Kind;
  /** Milliseconds of `performance.now()` at the response. */
  at: number;
  ms: number;
  /** The status of the response. 0: the connection failed. */
  status: number;
}

/** What the product has acknowledged, so that the database must have it. */
export interface Acknowledged {
  /** The time of the response for each registered e-mail. */
  emails: Map<string, number>;
  paidOrders: Set<string>;
  /** For each order: the states that it may have. Several if a response is missing. */
  skips: Map<string, Set<boolean>>;
}

export interface Load {
  samples: Sample[];
  acknowledged: Acknowledged;
  /** Resolves with the end of the last request. */
  stop(): Promise<void>;
}

interface LoadOptions {
  /** The ports of the web processes, which take turns. */
  ports: readonly number[];
  subscribers: number;
  /** Requests at once of one subscriber. */
  atOnce?: number;
  /** The pause of a subscriber between two requests. */
  pauseMs?: number;
  /** Whether new subscribers register all the time. */
  registers?: boolean;
  /** What another load on the same product has acknowledged, to which this one adds. */
  acknowledged?: Acknowledged;
}

type Send = (kind: Kind, path: string, body?: unknown) => Promise<ApiResponse | null>;

const SKIP_EVERY = 4;
const RETRY_MS = 100;

/**
 * Starts subscribers that read their account, skip and un-skip an order, and register. A request that fails is not
 * repeated. Resolves when all subscribers have registered.
 */
export async function startLoad(options: LoadOptions): Promise<Load> {
  const { ports, subscribers, atOnce = 1, pauseMs = 50, registers = true } = options;
  const samples: Sample[] = [];
  const acknowledged = options.acknowledged ?? { emails: new Map(), paidOrders: new Set(), skips: new Map() };
  let isStopping = false;
  let next = 0;
  const createSender = (): Send => {
    const client = createClient();
    return async (kind, path, body) => {
      const started = performance.now();
      const port = ports[(next += 1) % ports.length] ?? 0;
      const response = await client(port, path, '', body).catch(() => null);
      const at = performance.now();
      samples.push({ kind, at, ms: at - started, status: response?.status ?? 0 });
      return response;
    };
  };
  const people = await Promise.all(
    Array.from({ length: subscribers }, async () => {
      // Another browser each time: a second registration in the same one changes the e-mail of the first.
      let send = createSender();
      while (!(await register(send, acknowledged))) {
        await sleep(RETRY_MS);
        send = createSender();
      }
      const orderId = await lastUpcomingOrder(send);
      return { send, orderId };
    }),
  );
  samples.length = 0;
  const untilStopped = async (work: (round: number) => Promise<unknown>) => {
    for (let round = 0; !isStopping; round += 1) {
      await work(round);
      await sleep(pauseMs);
    }
  };
  const loops = people.flatMap(({ send, orderId }) =>
    Array.from({ length: atOnce }, (_, lane) =>
      untilStopped((round) =>
        lane === 0 && round % SKIP_EVERY === SKIP_EVERY - 1
          ? toggleSkip(send, orderId, acknowledged)
          : send('read', '/api/me'),
      ),
    ),
  );
  if (registers) loops.push(untilStopped(() => register(createSender(), acknowledged)));
  return {
    samples,
    acknowledged,
    stop: async () => {
      isStopping = true;
      await Promise.all(loops);
    },
  };
}

/** Registers a subscriber who pays by card. Returns false as soon as a request fails. */
async function register(send: Send, { emails, paidOrders }: Acknowledged): Promise<boolean> {
  const form = registration();
  if ((await send('register', '/api/register', form))?.status !== 200) return false;
  emails.set(form.email, performance.now());
  if ((await send('register', '/api/register/delivery', DELIVERY))?.status !== 200) return false;
  // The card form fails with the gateway.
  const cardToken = await createCardToken(GOOD_CARD).catch(() => null);
  if (cardToken === null) return false;
  const paid = await send('register', '/api/register/payment/card', { cardToken });
  if (paid?.data?.outcome !== 'paid') return false;
  paidOrders.add(paid.data.orderId as string);
  return true;
}

async function lastUpcomingOrder(send: Send): Promise<string> {
  for (;;) {
    const response = await send('read', '/api/orders/upcoming');
    const orders = (response?.data?.orders ?? []) as { orderId: string }[];
    const last = orders.at(-1);
    if (last) return last.orderId;
    await sleep(RETRY_MS);
  }
}

/** Skips an order, or un-skips it if its last known state is skipped. */
async function toggleSkip(send: Send, orderId: string, { skips }: Acknowledged): Promise<void> {
  const states = skips.get(orderId) ?? new Set([false]);
  const skip = ![...states][0];
  // Until the response, both states are possible.
  skips.set(orderId, new Set([...states, skip]));
  const response = await send('skip', '/api/orders/skip', { orderId, skip });
  if (response?.status === 200) skips.set(orderId, new Set([skip]));
}
