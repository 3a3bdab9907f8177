import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handleApi } from '@/server/api/handler';
import { switchMaintenance } from '@/server/ops/switches';
import { DELIVERY, registration } from '@/testing/people';
import { openWorld, type World } from '@/testing/world';
import { stampAddress } from './caller-address';
import { countAnswer, stampMaintenance } from './watch-request';

/* The calls as they come over a socket, in front of Next, as in production. */
const A_PAGE = '/account/orders';
let world: World;
let server: Server;
let port: number;
beforeAll(async () => {
  world = await openWorld('2026-11-20T10:00:00+07:00');
  const listener = getRequestListener(handleApi, { overrideGlobalObjects: false });
  server = createServer((req, res) => {
    countAnswer(req, res);
    stampAddress(req, 0);
    if (req.url !== A_PAGE) return void listener(req, res);
    void stampMaintenance(req, world.db).then(() => res.end(req.headers['x-ira-maintenance'] ?? 'open'));
  });
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await world.close();
});

const soon = { timeout: 10_000, interval: 50 };
const at = (path: string) => `http://127.0.0.1:${port}${path}`;
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(at(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Sends bytes as they are; answers what came back until the other side closed. */
function raw(text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setTimeout(30_000, () => socket.destroy());
    socket.on('data', (data) => (answer += data.toString()));
    socket.on('close', () => resolve(answer));
    // Whoever closes over bytes that were not read resets the connection.
    socket.on('error', () => undefined);
  });
}

describe('over a socket', () => {
  test('registering, delivering and asking who one is work with the cookie that was given', async () => {
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

  test('twenty equal requests with one key make one registration', async () => {
    const wish = registration();
    const key = { 'idempotency-key': 'over-http' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('/api/register', wish, key)));
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(bodies).size).toBe(1);
    expect(
      answers.every((answer) => answer.status === 200 && answer.headers.getSetCookie().length === 2),
    ).toBe(true);
  });

  test('HEAD has the headers of GET and no body', async () => {
    const head = await fetch(at('/api/settings'), { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('a megabyte is 413, said before it has all been sent', async () => {
    const answer = await post('/api/login', { email: 'a', password: 'x'.repeat(1_000_000) });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ status: 'error', code: 'TOO_LARGE' });
  });

  test('chunks without end are cut off at 413', async () => {
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
  ])('%s in one request are refused', async (_what, rest) => {
    const answer = await raw(`POST /api/logout HTTP/1.1\r\nHost: localhost\r\n${rest}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('a host that is none is refused, and never shows in a link', async () => {
    const answer = await raw(
      'GET /api/settings HTTP/1.1\r\nHost: evil.example/x?\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    const poisoned = await fetch(at('/api/settings'), { headers: { 'x-forwarded-host': 'evil.example' } });
    expect(await poisoned.text()).not.toContain('evil.example');
  });
});

test('a page learns whether the site is closed from us, whatever its caller wrote there', async () => {
  const seen = async (said: string) =>
    (await fetch(at(A_PAGE), { headers: { 'x-ira-maintenance': said } })).text();
  expect(await seen('on')).toBe('open');
  await switchMaintenance({ ...world.ctx(), operator: 'operator' }, true);
  await expect.poll(() => seen('off'), soon).toBe('on');
  await switchMaintenance({ ...world.ctx(), operator: 'operator' }, false);
  await expect.poll(() => seen('on'), soon).toBe('open');
});

test('each request is counted once it is over, by the pattern of its address and how it was answered', async () => {
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
