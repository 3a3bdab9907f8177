import { connect } from 'node:net';
import { expect, test } from '@playwright/test';

const ONCE = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
];

/** An address of each kind, with the status of its response. */
const ADDRESSES: Record<string, number> = {
  '/': 200,
  '/th/login': 200,
  '/nothing': 404,
  '/en/login': 308,
  '/robots.txt': 200,
  '/sitemap.xml': 200,
  '/icon.svg': 200,
  '/favicon.ico': 200,
  '/_next/nothing': 404,
  '/_next/static/nothing.js': 404,
  '/.well-known/nothing': 404,
  '/.well-known/security.txt': 200,
  '/api/docs': 200,
  '/%E0%A4%A': 400,
};

test('every kind of address has every security header once', async ({ request }) => {
  for (const [path, status] of Object.entries(ADDRESSES)) {
    const response = await request.get(path, { maxRedirects: 0 });
    expect(response.status(), path).toBe(status);
    const names = response.headersArray().map(({ name }) => name.toLowerCase());
    const counts = ONCE.map((name) => names.filter((one) => one === name).length);
    expect(counts, path).toEqual(ONCE.map(() => 1));
    expect(response.headers()['content-security-policy'], path).toMatch(/^default-src 'none'/);
  }
});

test('a page that is rendered for its visitor comes in the coding that the browser accepts', async ({
  request,
}) => {
  const codingFor = async (accepted: string) => {
    const response = await request.get('/invite/NOBODY', { headers: { 'accept-encoding': accepted } });
    expect(await response.text()).toContain('</html>');
    return response.headers()['content-encoding'];
  };
  expect(await codingFor('gzip, deflate, br')).toBe('br');
  expect(await codingFor('gzip')).toBe('gzip');
  expect(await codingFor('identity')).toBeUndefined();
});

test('security.txt names a contact, and expires in less than a year', async ({ request }) => {
  const text = await (await request.get('/.well-known/security.txt')).text();
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  const [, expires = ''] = /^Expires: (\S+)$/m.exec(text) ?? [];
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

/** Sends raw bytes to the server. @returns all bytes that the server sends until it closes the connection */
function raw(origin: string, text: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on('data', (data) => (received += data.toString()));
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

test('a WebSocket upgrade is answered like any request, and the image proxy like an unknown page', async ({
  request,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  await request.get('/');
  const upgrade = (target: string) =>
    raw(
      origin,
      `GET ${target} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nConnection: Upgrade, close\r\n` +
        'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n',
    );
  for (const [target, status] of [
    ['/', 200],
    ['/_next/webpack-hmr', 404],
  ] as const) {
    const response = await upgrade(target);
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(response).toContain("default-src 'none'");
  }
  for (const url of ['http://169.254.169.254/', 'http://[::1]/', '/icon.svg']) {
    const response = await request.get(`/_next/image?w=64&q=75&url=${encodeURIComponent(url)}`);
    expect(response.status()).toBe(404);
  }
});

/** Headers that only Next itself may set. */
const INTERNAL: Record<string, string>[] = [
  { 'x-middleware-subrequest': 'src/proxy:src/proxy:src/proxy:src/proxy:src/proxy' },
  { 'x-middleware-rewrite': '/account', 'x-nextjs-data': '1', 'x-matched-path': '/account' },
  { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
];

test('account pages show nothing without a session, even with Next’s internal headers', async ({
  request,
}) => {
  for (const path of [
    '/account',
    '/account/orders',
    '/th/account/rewards',
    '/account.rsc',
    '/account?_rsc=1',
  ])
    for (const headers of INTERNAL) {
      const response = await request.get(path, { headers, maxRedirects: 0 });
      expect(response.status()).toBeLessThan(500);
      expect(response.headers()['content-security-policy']).toMatch(/^default-src 'none'/);
      expect(response.headers()['cache-control'] ?? 'no-store').not.toContain('public');
      expect(await response.text()).not.toMatch(/acc_[a-z0-9]{8}/);
    }
});
