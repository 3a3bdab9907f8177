import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from './child';

// A card gateway that says yes at once: the sandbox does real work for every charge, on the cores that are measured.
const asked = new Map<string, number>();
let charges = 0;

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

const server = createServer((request, response) => {
  void textOf(request).then((text) => {
    const known = request.method === 'POST' && request.url === '/charges';
    const body = JSON.stringify(known ? charge(text) : { object: 'error', code: 'not_found' });
    response.writeHead(known ? 200 : 404, {
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
