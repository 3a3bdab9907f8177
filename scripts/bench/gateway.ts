import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from './child';

// A replacement of the card gateway that accepts every charge. The sandbox would use CPU time that is
// measured.
const asked = new Map<string, number>();
let charges = 0;
let refused = 0;
/** The delay of each response in ms, and the most charges per second. */
let manner = { latencyMs: 0, perSecond: Infinity };
let room = Infinity;
let roomAt = 0;

/** Whether the limit of charges per second (a token bucket) allows another charge. */
function hasRoom(): boolean {
  const now = performance.now();
  room = Math.min(manner.perSecond, room + ((now - roomAt) / 1000) * manner.perSecond);
  roomAt = now;
  if (room < 1) return false;
  room -= 1;
  return true;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

function charge(text: string) {
  const body = JSON.parse(text) as { amount: number; metadata: { orderId: string } };
  const { orderId } = body.metadata;
  asked.set(orderId, (asked.get(orderId) ?? 0) + 1);
  charges += 1;
  const at = new Date().toISOString();
  const { amount, metadata } = body;
  const id = `chrg_test_bench${String(charges).padStart(10, '0')}`;
  return {
    object: 'charge',
    id,
    status: 'successful',
    paid: true,
    amount,
    currency: 'THB',
    paid_at: at,
    created_at: at,
    metadata,
  };
}

function answerTo({ method, url = '' }: IncomingMessage, text: string): unknown {
  if (method === 'POST' && url === '/charges') return charge(text);
  const customer = /^\/customers\/([^/]+)$/.exec(url)?.[1];
  // The request sets the default card.
  if (method === 'PATCH' && customer) return { object: 'customer', id: customer };
  return null;
}

const server = createServer((request, response) => {
  void textOf(request).then(async (text) => {
    const isCharge = request.method === 'POST' && request.url === '/charges';
    if (isCharge && manner.perSecond < Infinity && !hasRoom()) {
      refused += 1;
      response.writeHead(429).end();
      return;
    }
    if (manner.latencyMs > 0) await new Promise((go) => setTimeout(go, manner.latencyMs));
    const answer = answerTo(request, text);
    const body = JSON.stringify(answer ?? { object: 'error', code: 'not_found' });
    response.writeHead(answer ? 200 : 404, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
});

answerParent({
  listen: () =>
    new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    }),
  behave: (wanted: typeof manner) => {
    manner = wanted;
    room = 1;
    roomAt = performance.now();
  },
  seen: () => ({ charges, orders: asked.size, refused }),
});
