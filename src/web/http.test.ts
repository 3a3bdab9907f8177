import { connect } from 'node:net';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { refuseIfLogInsQueue } from '@/server/login/log-in';
import { transaction } from '@/server/db';
import { switchMaintenance } from '@/server/desk/acts/switches';
import { keyOf } from '@/server/platform/throttle';
import { DELIVERY, registration } from '@/testing/browser';
import { serveFront } from '@/testing/serve-front';
import { withWorld } from '@/testing/with-world';
import { safeHeaders } from './safe-headers';

/* Tests HTTP requests over a socket to the server in front of Next, as in production. */
const A_PAGE = '/account/orders';
const PAGE_POLICY = "script-src 'nonce-of-the-page'";
const world = withWorld();
const { server, port } = serveFront(world, async (req, res) => {
  if (req.url !== A_PAGE) throw new Error('a page that fails');
  res.setHeader('content-security-policy', PAGE_POLICY);
  res.end(req.headers['x-ira-maintenance'] ?? 'open');
  await Promise.resolve();
});

const soon = { timeout: 10_000, interval: 50 };
const at = (path: string) => `http://127.0.0.1:${port()}${path}`;
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(at(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Sends raw bytes. @returns the response until the server closes the connection */
function raw(text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port(), '127.0.0.1', () => socket.write(text));
    socket.setTimeout(30_000, () => socket.destroy());
    socket.on('data', (data) => (answer += data.toString()));
    socket.on('close', () => resolve(answer));
    // A server that closes with unread bytes resets the connection.
    socket.on('error', () => undefined);
  });
}

describe('an API call over a socket', () => {
  test('registers, sets the address and reads the session with the cookie of the response', async () => {
    const started = await post('/api/register', registration());
    expect(started.status).toBe(200);
    const cookie = started.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect((await post('/api/register/delivery', DELIVERY, { cookie })).status).toBe(200);
    const me = (await (await fetch(at('/api/me'), { headers: { cookie } })).json()) as { status: string };
    expect(me.status).toBe('ok');
    const asked = await fetch(at('/api/trpc/auth.me'), { headers: { cookie } });
    expect(asked.status).toBe(200);
    const out = await post('/api/trpc/auth.logOut', {}, { cookie });
    expect(out.status).toBe(200);
    expect((await fetch(at('/api/me'), { headers: { cookie } })).status).toBe(401);
  });

  test('creates one registration from twenty equal requests with one key', async () => {
    const wish = registration();
    const key = { 'idempotency-key': 'over-http' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('/api/register', wish, key)));
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(bodies).size).toBe(1);
    expect(
      answers.every((answer) => answer.status === 200 && answer.headers.getSetCookie().length === 3),
    ).toBe(true);
  });

  test('answers HEAD with the headers of GET and no body', async () => {
    const head = await fetch(at('/api/settings'), { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('rejects a megabyte with 413 before it is fully sent', async () => {
    const answer = await post('/api/login', { email: 'a', password: 'x'.repeat(1_000_000) });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ status: 'error', code: 'TOO_LARGE' });
  });

  test('cuts off endless chunks with 413', async () => {
    const chunk = `2000\r\n${' '.repeat(0x2000)}\r\n`;
    const answer = await raw(
      `POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
        `Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  test.each([
    [
      'a length and chunks',
      'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n',
    ],
    ['two lengths', 'Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcd'],
    ['a folded header', 'X-A: b\r\n c: d\r\nContent-Length: 0\r\n\r\n'],
  ])('is rejected for %s in one request', async (_what, rest) => {
    const answer = await raw(`POST /api/logout HTTP/1.1\r\nHost: localhost\r\n${rest}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('times out slow headers after ten and slow bodies after thirty seconds', () => {
    expect([server().headersTimeout, server().requestTimeout]).toEqual([10_000, 30_000]);
  });

  test('is rejected for an invalid host, which never appears in a link', async () => {
    const answer = await raw(
      'GET /api/settings HTTP/1.1\r\nHost: evil.example/x?\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    const poisoned = await fetch(at('/api/settings'), { headers: { 'x-forwarded-host': 'evil.example' } });
    expect(await poisoned.text()).not.toContain('evil.example');
  });
});

describe('the security headers stand once in every response, whatever its status', () => {
  const request = (line: string, headers = '') =>
    `${line} HTTP/1.1\r\nHost: localhost\r\n${headers}Connection: close\r\n\r\n`;
  test.each<[number, string, string]>([
    [200, 'the API', request('GET /api/health')],
    [200, 'a page', request(`GET ${A_PAGE}`)],
    [303, 'a redirect', request('GET /api/auth/line/start?intent=login', 'Sec-Fetch-Site: cross-site\r\n')],
    [307, 'the first visit of a Thai browser', request('GET /', 'Accept-Language: th\r\n')],
    [400, 'an address that is no UTF-8', request('GET /%E0%A4%A')],
    [400, 'a dot segment', request(`GET /api/x/..${A_PAGE}`)],
    [400, 'a request without a host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [400, 'bytes that are no request', 'nothing\r\n\r\n'],
    [404, 'a path that is not there', request('GET /api/nothing')],
    [405, 'TRACE of a page', request('TRACE /')],
    [405, 'TRACE of the API', request('TRACE /api/health')],
    [405, 'POST to a page', request(`POST ${A_PAGE}`, 'Content-Length: 0\r\n')],
    [405, 'DELETE of a page', request(`DELETE ${A_PAGE}`)],
    [204, 'OPTIONS of the server', request('OPTIONS *')],
    [200, 'an absolute URL', request('GET http://localhost/api/health')],
    [
      415,
      'a body that is no JSON',
      request('POST /api/login', 'Content-Length: 2\r\nContent-Type: text/plain\r\n') + '{}',
    ],
    [417, 'an expectation', request('GET /', 'Expect: a-miracle\r\n')],
    [421, 'another host', 'GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'],
    [431, 'headers without end', request('GET /', `X-A: ${'a'.repeat(20_000)}\r\n`)],
    [500, 'a page that fails', request('GET /fails')],
  ])('%i: %s', async (status, _what, text) => {
    const [head = ''] = (await raw(text)).split('\r\n\r\n');
    const [line, ...fields] = head.split('\r\n');
    expect(line).toContain(`HTTP/1.1 ${status} `);
    const names = fields.map((field) => field.split(':', 1)[0]?.toLowerCase());
    for (const name of Object.keys(safeHeaders('/')))
      expect([name, names.filter((one) => one === name)]).toEqual([name, [name]]);
    expect(head.includes(PAGE_POLICY)).toBe(text.includes(`GET ${A_PAGE}`));
  });

  test.each([
    '/login',
    '/th/login/link',
    '/reset-password?x=1',
    '/verify-email/',
    '/th/not-me',
    '/th/unsubscribe',
    '/th/account/email',
    '/pay/a-token',
    '/api/me',
  ])('%s, which a secret link leads to or is requested on, sends no referrer', (url) =>
    expect(safeHeaders(url)['referrer-policy']).toBe('no-referrer'),
  );

  test('only pages of the desk may use the camera', () => {
    const camera = (url: string) => safeHeaders(url)['permissions-policy']?.split(',', 1)[0];
    expect(['/desk', '/th/desk/parcels?list=toSend'].map(camera)).toEqual(['camera=(self)', 'camera=(self)']);
    expect(['/', '/th/account', '/desks', '/api/desk/x'].map(camera)).toEqual(Array(4).fill('camera=()'));
  });

  test.each(['/account', '/register', '/th', '/'])(
    '%s sends only its origin as referrer to other sites',
    (url) => {
      expect(safeHeaders(url)['referrer-policy']).toBe('strict-origin-when-cross-origin');
    },
  );
});

describe('a health check without the header Host', () => {
  test.each(['/api/health', '/api/ready', '/api/ready/?from=haproxy'])('gets 200 by %s', async (path) => {
    for (const request of [`GET ${path} HTTP/1.0`, `GET ${path} HTTP/1.1`, `HEAD ${path} HTTP/1.0`])
      expect(await raw(`${request}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test.each<[string, string, number]>([
    ['/api/settings', '1.1', 400],
    ['/api/metrics', '1.1', 400],
    [A_PAGE, '1.1', 400],
    ['/api/settings', '1.0', 421],
    ['/api/health/../settings', '1.0', 400],
    [A_PAGE, '1.0', 421],
  ])('is not %s, which HTTP/%s without Host still refuses with %i', async (path, version, status) => {
    const answer = await raw(`GET ${path} HTTP/${version}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});

describe('an absolute URL in the request line', () => {
  const get = (url: string, host: string, version = '1.1') =>
    raw(`GET ${url} HTTP/${version}\r\n${host}Connection: close\r\n\r\n`);

  test('gets the response of its path, with and without a query, and never a redirect to itself', async () => {
    const answers = [
      await get('http://localhost/api/settings', 'Host: localhost\r\n'),
      await get('HTTP://LOCALHOST:80/api/settings?', 'Host: localhost:80\r\n'),
      await get('http://localhost/api/settings', '', '1.0'),
    ];
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*"status":"ok"/);
    expect(await get(`http://localhost${A_PAGE}`, 'Host: localhost\r\n')).toMatch(
      /^HTTP\/1\.1 200 [\s\S]*open/,
    );
  });

  test.each([
    ['http://evil.example/api/settings', 'Host: localhost\r\n'],
    ['http://evil.example/api/settings', 'Host: evil.example\r\n'],
    ['http://localhost/api/settings', 'Host: evil.example\r\n'],
    ['http://localhost@evil.example/api/settings', 'Host: localhost\r\n'],
    ['http://evil.example/api/health', 'Host: localhost\r\n'],
    ['ftp://localhost/api/settings', 'Host: localhost\r\n'],
  ])('with another host, or another Host header, is refused: %s', async (url, host) => {
    expect(await get(url, host)).toMatch(/^HTTP\/1\.1 4(00|21) /);
  });
});

test('the maintenance header of a page is set by the server, whatever the caller sends', async () => {
  const seen = async (said: string) =>
    (await fetch(at(A_PAGE), { headers: { 'x-ira-maintenance': said } })).text();
  expect(await seen('on')).toBe('open');
  await switchMaintenance({ ...world.ctx(), operator: 'operator' }, true);
  await expect.poll(() => seen('off'), soon).toBe('on');
  await switchMaintenance({ ...world.ctx(), operator: 'operator' }, false);
  await expect.poll(() => seen('on'), soon).toBe('open');
});

test('each finished request is counted by route pattern and status', async () => {
  const counted = async (method: string, route: string, status: number) => {
    const text = await (await world.request('GET', '/api/metrics', undefined, world.operator)).text();
    const labels = `http_request_method="${method}",http_route="${route}",http_response_status_code="${status}"`;
    const line = text.split('\n').find((one) => one.includes(`duration_seconds_count{${labels}}`));
    return Number(line?.split(' ').at(-1) ?? 0);
  };
  const before = await counted('GET', '/api/pay/{token}/qr', 404);
  await fetch(at('/api/pay/somebodys-secret/qr?x=1'));
  await expect.poll(() => counted('GET', '/api/pay/{token}/qr', 404), soon).toBe(before + 1);
  expect(await counted('POST', '/api/login', 413)).toBeGreaterThan(0);
});

test('refuses a log-in beyond the queue before its body is read', async () => {
  const headers = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n` +
    'Content-Length: 60\r\n\r\n';
  const counter = keyOf({ name: 'logInAddress', subject: '127.0.0.1' });
  const nobody = { email: 'nobody@example.test', password: 'wrong password' };
  const queued: Promise<Response>[] = [];
  // The running log-ins wait for the throttle counter of their IP address. The counter is then set to its
  // limit, so that no log-in hashes a password.
  await transaction(world.db, async (tx) => {
    await tx.execute(sql`insert into throttles (key, count, window_ends_at)
      values (${counter}, 1000000, '2027-01-01') on conflict (key) do update set count = 1000000`);
    queued.push(...Array.from({ length: 110 }, () => post('/api/login', nobody)));
    const isFull = () => {
      try {
        return refuseIfLogInsQueue() ?? false;
      } catch {
        return true;
      }
    };
    await expect.poll(isFull, soon).toBe(true);
    expect(await raw(headers('/api/login'))).toMatch(/^HTTP\/1\.1 429 /);
    expect(await raw(headers('/api/trpc/auth.logIn?batch=1'))).toMatch(/^HTTP\/1\.1 429 /);
    expect(await raw(headers('/api/trpc/auth.me,auth.logIn?batch=1'))).toMatch(/retry-after: 2/i);
  });
  const statuses = (await Promise.all(queued)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([429]));
});
