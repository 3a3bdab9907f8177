import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import { cloudApi, functionsService } from '@/trpc/rest-clients';
import { handleApi } from '@/server/api/handler';
import { withWorld } from '@/testing/with-world';

/* Tests both clients against the real API over a socket. */
let server: Server;
let base: string;
const asked: string[] = [];
withWorld();
beforeAll(async () => {
  const listener = getRequestListener(handleApi, { overrideGlobalObjects: false });
  server = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`);
    void listener(req, res);
  });
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
});

test('the functions service returns the parsed response of a path under /api', async () => {
  const { status, data } = await functionsService({ functionsApiUrl: base }).get('/api/settings');
  expect([status, data.lineChannelId]).toEqual(['ok', '1650000000']);
});

test('a trailing slash of a base is ignored', async () => {
  await functionsService({ functionsApiUrl: `${base}/` }).get('/api/settings');
  expect(asked.at(-1)).toBe('GET /api/settings');
});

test('an error response is thrown unchanged', async () => {
  const service = functionsService({ functionsApiUrl: base });
  const refused = { status: 'error', code: 'NOT_LOGGED_IN', message: 'Please log in to continue.' };
  await expect(service.get('/api/me')).rejects.toEqual(refused);
  await expect(service.post('/api/orders/skip', { orderId: 'ord_1' })).rejects.toEqual(refused);
  await expect(service.delete('/api/customers/delete-card', { cardId: 'card_1' })).rejects.toEqual(refused);
  expect(asked.at(-1)).toBe('DELETE /api/customers/delete-card');
});

test('a path without a payload may be posted to', async () => {
  const { data } = await functionsService({ functionsApiUrl: base }).post('/api/logout');
  expect(data).toEqual({});
});

test('the cloud API is at the site’s root by default, and path parameters go into the address', async () => {
  const { data } = await cloudApi({ websiteUrl: base }).get('/subscription/cancel-reasons');
  expect(data.reasons).toHaveLength(8);
  const elsewhere = cloudApi({ cloudApiUrl: base, websiteUrl: 'http://127.0.0.1:9' });
  await expect(elsewhere.get('/mycloud/orders', { page: 2 })).rejects.toMatchObject({
    code: 'NOT_LOGGED_IN',
  });
  expect(asked.at(-1)).toBe('GET /mycloud/orders?page=2');
});

test.each([null, undefined, ''])('without a base (%j) nothing is sent', async (missing) => {
  const service = functionsService({ functionsApiUrl: missing });
  await expect(service.get('/api/me')).rejects.toThrow('Missing URL for request');
  await expect(cloudApi({ cloudApiUrl: missing }).get('/mycloud/orders')).rejects.toThrow(
    'Missing URL for request',
  );
});

test('payloads and responses have the types of the table', () => {
  const { post } = functionsService({ functionsApiUrl: null });
  const skip = () => post('/api/orders/skip', { orderId: 'ord_1', skip: false });
  const total = async () => (await skip()).data.upcoming[0]?.total;
  expectTypeOf(total).returns.resolves.toEqualTypeOf<number | undefined>();
  // @ts-expect-error an unknown path
  const nothing = () => post('/api/nothing');
  // @ts-expect-error a required payload is missing
  const empty = () => post('/api/orders/skip');
  expect([nothing, empty]).toHaveLength(2);
});
