import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerAddress, stampAddress } from './caller-address';

let server: Server;
/**
 * Starts a server that records the request headers in three forms: one header and all headers of the web
 * `Request`, and the headers of Node's request.
 */
beforeAll(async () => {
  const listener = getRequestListener(
    (seen: Request) => {
      const byName = seen.headers.get('x-ira-address');
      const whole = Object.fromEntries(seen.headers)['x-ira-address'];
      const copied = new Headers(seen.headers).get('x-ira-address');
      return Response.json({ byName, whole, copied });
    },
    { overrideGlobalObjects: false },
  );
  server = createServer((req, res) => {
    stampAddress(req, 0);
    res.setHeader('x-node', String(req.headers['x-ira-address']));
    void listener(req, res);
  });
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
});
afterAll(() => new Promise((done) => server.close(done)));

function ask(headers: Record<string, string | string[]>): Promise<{ node: unknown; text: string }> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', headers }, (answer) => {
      let text = '';
      answer.on('data', (data: Buffer) => (text += data.toString()));
      answer.on('end', () => resolve({ node: answer.headers['x-node'], text }));
    })
      .on('error', reject)
      .end();
  });
}

test.each<Record<string, string | string[]>>([
  {},
  { 'x-ira-address': '6.6.6.6' },
  { 'X-Ira-Address': '6.6.6.6' },
  { 'x-ira-address': ['6.6.6.6', '7.7.7.7'] },
  { 'x-forwarded-for': '6.6.6.6', 'x-real-ip': '6.6.6.6', forwarded: 'for=6.6.6.6' },
])('the address of the connection is used for a caller that sends %j', async (headers) => {
  const { node, text } = await ask(headers);
  expect(node).toBe('127.0.0.1');
  expect(JSON.parse(text)).toEqual({ byName: '127.0.0.1', whole: '127.0.0.1', copied: '127.0.0.1' });
});

describe('a caller behind trusted proxies', () => {
  test.each<[string, number, string | undefined, string]>([
    ['no proxy is trusted', 0, '198.51.100.7', '10.0.0.1'],
    ['what the only proxy saw', 1, '198.51.100.7', '198.51.100.7'],
    ['an address made up before it', 1, '6.6.6.6, 198.51.100.7', '198.51.100.7'],
    ['what the outer of two saw', 2, '6.6.6.6, 198.51.100.7, 10.0.0.2', '198.51.100.7'],
    ['no header at all', 1, undefined, '10.0.0.1'],
    ['fewer than there are proxies', 2, '198.51.100.7', '10.0.0.1'],
    ['a name', 1, 'evil.example', '10.0.0.1'],
    ['nothing in its place', 1, '198.51.100.7, ', '10.0.0.1'],
    ['a port', 1, '198.51.100.7:80', '10.0.0.1'],
    ['an address in another notation', 1, '0306.063.144.7', '10.0.0.1'],
  ])('is identified with %s (%i trusted, %j) as %s', (_what, proxies, said, at) => {
    expect(callerAddress('10.0.0.1', said, proxies)).toBe(at);
  });
});

describe('a network counts as one caller', () => {
  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:1200::1', '2001:db8:1:1200::/56'],
    ['2001:db8:1:12ff:ffff:ffff:ffff:ffff', '2001:db8:1:1200::/56'],
    ['2001:DB8:0001:1234::198.51.100.7', '2001:db8:1:1200::/56'],
    ['2001:db8:1:1300::1', '2001:db8:1:1300::/56'],
    ['2001:db8::1', '2001:db8:0:0::/56'],
    ['fe80::1%eth0', 'fe80:0:0:0::/56'],
    ['::1', '0:0:0:0::/56'],
  ])('%s is counted as %s', (address, network) => {
    expect(callerAddress(address, undefined, 0)).toBe(network);
  });

  test('a closed connection is counted too', () => {
    expect(callerAddress(undefined, undefined, 1)).toBe('unknown');
  });
});
