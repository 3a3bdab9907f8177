import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from './child';

// A replacement of the card gateway that accepts every charge. The sandbox would use CPU time that is
// measured.
const asked = new Map<string, number>();
let charges = 0;
let cards = 0;

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

/** Returns a card with its own fingerprint. */
function newCard() {
  cards += 1;
  const id = `card_test_bench${String(cards).padStart(10, '0')}`;
  const shown = { brand: 'Visa', last_digits: '4242', name: 'Mali Suksan' };
  return {
    object: 'card',
    id,
    ...shown,
    expiration_month: 12,
    expiration_year: 2040,
    fingerprint: `print-${id}`,
  };
}

function answerTo({ method, url = '' }: IncomingMessage, text: string): unknown {
  if (method === 'POST' && url === '/charges') return charge(text);
  if (method === 'POST' && url === '/customers')
    return { object: 'customer', id: `cust_bench_${randomUUID()}` };
  const customer = /^\/customers\/([^/]+)$/.exec(url)?.[1];
  if (method !== 'PATCH' || !customer) return null;
  // The request adds the card of a token, or sets the default card.
  const attached = text.includes('"card"') ? [newCard()] : [];
  const list = { data: attached, total: attached.length, order: 'chronological' };
  return { object: 'customer', id: customer, cards: list };
}

const server = createServer((request, response) => {
  void textOf(request).then((text) => {
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
  seen: () => ({ charges, orders: asked.size }),
});
