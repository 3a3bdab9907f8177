import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { isPublicAddress, postToEndpoint, type PostOptions } from './webhook-endpoint';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** Starts an endpoint. @returns its port */
async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const post = (url: string, options: Partial<PostOptions> = {}) =>
  postToEndpoint(url, { headers: { 'x-test': '1' }, body: '{"a":1}' }, { allowsPrivate: false, ...options });

test.each([
  ...['127.0.0.1', '127.9.9.9', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254'],
  ...['0.0.0.0', '100.64.0.1', '192.0.0.8', '198.18.0.1', '224.0.0.1', '255.255.255.255', '203.0.113.9'],
  ...['::1', '::', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1'],
  ...['fe80::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '2002:7f00:1::', '2001::1', '2001:db8::1', '100::1'],
  ...['fec0::1', '5f00::1', 'localhost', '', '1.2.3', '0x7f.1'],
])('%s is no public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2404:6800::200e'])(
  '%s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

describe('outside the sandbox nothing is sent', () => {
  test.each([
    ['http://example.test/', 'NOT_HTTPS'],
    ['ftp://example.test/', 'NOT_HTTPS'],
    ['https://user:word@example.test/', 'CREDENTIALS'],
    // The forms that a URL makes of an address.
    ...['2130706433', '0x7f000001', '0177.0.0.1', '127.1', '[::1]', '[::ffff:7f00:1]', '①②⑦.0.0.1'].map(
      (host) => [`https://${host}/`, 'PRIVATE_ADDRESS'],
    ),
  ])('to %s', async (url, answer) => {
    expect((await post(url)).answer).toBe(answer);
  });

  test('to a name with one private address among public ones', async () => {
    const lookup = () => Promise.resolve([{ address: '8.8.8.8' }, { address: '10.0.0.1' }]);
    const { answer } = await post('https://example.test/', { lookup: lookup as never });
    expect(answer).toBe('PRIVATE_ADDRESS');
  });
});

test('a name is resolved once, and the call goes to the address that was checked', async () => {
  let hosts: (string | undefined)[] = [];
  const port = await serve((request, response) => {
    hosts = [...hosts, request.headers.host];
    response.end();
  });
  let asked = 0;
  const lookup = () => Promise.resolve([{ address: asked++ === 0 ? '127.0.0.1' : '192.0.2.1' }]);
  const options = { allowsPrivate: true, lookup: lookup as never };
  expect((await post(`http://rebound.test:${port}/path?a=b`, options)).answer).toBe(200);
  expect([asked, hosts]).toEqual([1, [`rebound.test:${port}`]]);
});

test('a redirect is an answer and is not followed', async () => {
  let calls = 0;
  const port = await serve((request, response) => {
    calls += 1;
    response.writeHead(302, { location: request.url === '/' ? '/next' : '/' }).end();
  });
  expect((await post(`http://127.0.0.1:${port}/`, { allowsPrivate: true })).answer).toBe(302);
  expect(calls).toBe(1);
});

test('an endless body does not hold the call, and its connection is closed', async () => {
  let closed = () => undefined as void;
  const isClosed = new Promise<void>((resolve) => (closed = resolve));
  const port = await serve((_, response) => {
    response.on('close', closed);
    response.writeHead(200);
    const write = () =>
      void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(write)));
    write();
  });
  expect((await post(`http://127.0.0.1:${port}/`, { allowsPrivate: true })).answer).toBe(200);
  await isClosed;
});

test.each<[string, RequestListener, string]>([
  ['no answer', () => undefined, 'TIMEOUT'],
  ['a cut connection', (request) => request.socket.destroy(), 'ECONNRESET'],
  [
    'headers without end',
    (_, { socket }) => void socket?.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(40_000)}`),
    'HPE_HEADER_OVERFLOW',
  ],
])('%s is a failure', async (_, answer, why) => {
  const port = await serve(answer);
  const options = { allowsPrivate: true, timeoutMs: why === 'TIMEOUT' ? 300 : 15_000 };
  expect((await post(`http://127.0.0.1:${port}/`, options)).answer).toBe(why);
});

test('a resolver that does not answer ends with the time of the call', async () => {
  const lookup = () => new Promise(() => undefined);
  const { answer } = await post('https://example.test/', { lookup: lookup as never, timeoutMs: 50 });
  expect(answer).toBe('TIMEOUT');
});

test('returns how long an endpoint asks to wait', async () => {
  const port = await serve((_, response) => response.writeHead(429, { 'retry-after': '120' }).end());
  expect(await post(`http://127.0.0.1:${port}/`, { allowsPrivate: true })).toMatchObject({
    answer: 429,
    retryAfter: 120,
  });
});
